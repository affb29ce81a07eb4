import { fileOfReport, type ImportCounts, type ImportPlan } from '@latchkey/import-file'
import { Button } from '@latchkey/react/design'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Section } from '../components/Page.tsx'
import { Alert } from '../components/Problem.tsx'
import { Choice } from '../keys/Choice.tsx'
import { Interrupted, ProgressBar } from '../keys/ProgressBar.tsx'
import { saveFile } from '../keys/save-file.ts'
import { useKeyCount } from '../keys/texts.ts'
import { useFormats, useTexts } from '../messages/messages.ts'
import { useLineText } from './describe-line.ts'
import styles from './Import.module.css'
import { IMPORT } from './texts.ts'
import type { ExistingKeys, useImport } from './use-import.ts'

interface ImportActionsProps {
  readonly projectId: string
  readonly importing: ReturnType<typeof useImport>
  readonly plan: ImportPlan
  /** Whether a column is chosen for the keys. */
  readonly hasKeys: boolean
  /** What to do with keys of the project whose bans differ from the file. */
  readonly existing: ExistingKeys
  readonly onChoose: (existing: ExistingKeys) => void
  readonly onAgain: () => void
}

/** Compares the file with the project, then imports it, and shows how far it is and how it ended. */
export function ImportActions({ projectId, importing, plan, hasKeys, ...props }: ImportActionsProps) {
  const { existing, onChoose, onAgain } = props
  const t = useTexts(IMPORT)
  const describe = useLineText()
  const { number } = useFormats()
  const countText = useKeyCount()
  const navigate = useNavigate()
  const { progress: run, interruption, isRunning } = importing
  const isOver = run !== undefined && run.left.length === 0
  const counts = run?.report.counts()
  const isDryRun = run !== undefined && run.existing === undefined
  const over = isDryRun ? run.report.overPlan() : 0

  // The button that was pressed is gone, so the next button takes the focus.
  const nextRef = useRef<HTMLButtonElement>(null)
  const hasRun = run !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them changes the buttons
  useEffect(() => {
    if (hasRun) nextRef.current?.focus()
  }, [hasRun, isRunning, isOver, isDryRun])

  if (run !== undefined && counts !== undefined && isOver && !isDryRun) {
    const report = () => fileOfReport(run.report.lines(), describe)
    return (
      <Section title={t.done(countText(counts.imported + counts.completed))}>
        <div className={styles['act']}>
          <Summary counts={counts} />
          <p>{t.doneText}</p>
          <div className="buttons">
            <Button ref={nextRef} look="primary" onClick={() => saveFile('import-report.csv', report())}>
              {t.report}
            </Button>
            <Button onClick={() => void navigate({ to: '/projects/$projectId/keys', params: { projectId } })}>
              {t.show}
            </Button>
            <Button onClick={onAgain}>{t.again}</Button>
          </div>
        </div>
      </Section>
    )
  }

  const keys = countText(plan.lines.length)
  const changed = counts === undefined ? 0 : changedBy(counts, existing)
  // After the comparison, keys that the project had before are not counted.
  const keysToImport = countText(isDryRun ? (counts?.imported ?? 0) + changed : plan.lines.length)
  const canStart = isDryRun && isOver && over === 0 && (counts?.created ?? 0) + changed > 0
  return (
    <Section title={canStart || (hasRun && !isDryRun) ? t.start(keysToImport) : t.compare(keys)}>
      <div className={styles['act']}>
        {run === undefined && <p>{t.compareText}</p>}
        {run !== undefined && (isRunning || !isOver) && (
          <ProgressBar done={run.answered} of={run.total}>
            {(isDryRun ? t.comparing : t.running)(number(run.answered), number(run.total))}
          </ProgressBar>
        )}
        <Interrupted by={interruption} stopped={t.stopped} lost={t.lost} />
        {isOver && counts !== undefined && <Summary counts={counts} />}
        {isOver && counts !== undefined && counts.worksHere > 0 && (
          <Choice
            type="checkbox"
            label={t.stopExisting(countText(counts.worksHere))}
            isOn={existing.ban}
            onChange={(ban) => onChoose({ ...existing, ban })}
          />
        )}
        {isOver && counts !== undefined && counts.bannedHere > 0 && (
          <Choice
            type="checkbox"
            label={t.unbanExisting(countText(counts.bannedHere))}
            isOn={existing.unban}
            onChange={(unban) => onChoose({ ...existing, unban })}
          />
        )}
        {over > 0 && <Alert>{t.overPlan(countText(over))}</Alert>}
        {isOver && over === 0 && counts?.created === 0 && changed === 0 && <p>{t.allThere}</p>}
        <div className="buttons">
          {run === undefined && (
            <Button
              look="primary"
              aria-disabled={!hasKeys || plan.lines.length === 0}
              onClick={() => hasKeys && plan.lines.length > 0 && void importing.begin(plan, undefined)}
            >
              {t.compare(keys)}
            </Button>
          )}
          {isRunning && (
            <Button ref={nextRef} onClick={importing.stop}>
              {t.stop}
            </Button>
          )}
          {run !== undefined && !isRunning && !isOver && (
            <Button ref={nextRef} look="primary" onClick={importing.resume}>
              {t.resume}
            </Button>
          )}
          {canStart && !isRunning && (
            <Button ref={nextRef} look="primary" onClick={() => void importing.begin(plan, existing)}>
              {t.start(keysToImport)}
            </Button>
          )}
        </div>
      </div>
    </Section>
  )
}

/** The number of keys of the project that the import changes. */
const changedBy = ({ completed, worksHere, bannedHere }: ImportCounts, { ban, unban }: ExistingKeys) =>
  completed + (ban ? worksHere : 0) + (unban ? bannedHere : 0)

/** The numbers of a comparison or of an import. */
function Summary({ counts }: { readonly counts: ImportCounts }) {
  const t = useTexts(IMPORT)
  const { number } = useFormats()
  const countText = useKeyCount()
  const parts = [
    t.compared(countText(counts.created)),
    t.aliases(number(counts.aliases)),
    ...(counts.banned > 0 ? [t.banned(number(counts.banned))] : []),
    ...(counts.completed > 0 ? [t.completed(number(counts.completed))] : []),
  ]
  return <p role="status">{parts.join(' · ')}</p>
}
