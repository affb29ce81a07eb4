import { fileOfReport, type ImportPlan } from '@latchkey/management/import-file'
import { Button } from '@latchkey/react/design'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Section } from '../components/Page.tsx'
import { Alert } from '../components/Problem.tsx'
import { Interrupted, ProgressBar } from '../keys/ProgressBar.tsx'
import { saveFile } from '../keys/save-file.ts'
import { useKeyCount } from '../keys/texts.ts'
import { useFormats, useTexts } from '../messages/messages.ts'
import styles from './Import.module.css'
import { IMPORT } from './texts.ts'
import type { useImport } from './use-import.ts'

interface ImportActionsProps {
  readonly projectId: string
  readonly importing: ReturnType<typeof useImport>
  readonly plan: ImportPlan
  /** A column is chosen for the keys. */
  readonly hasKeys: boolean
  readonly onAgain: () => void
}

/** Compares the file with the project, then imports it, and shows how far it is and how it ended. */
export function ImportActions({ projectId, importing, plan, hasKeys, onAgain }: ImportActionsProps) {
  const t = useTexts(IMPORT)
  const { number } = useFormats()
  const countText = useKeyCount()
  const navigate = useNavigate()
  const { progress: run, interruption, isRunning } = importing
  const isOver = run !== undefined && run.left.length === 0
  const counts = run?.report.counts()
  const over = run?.isDryRun === true ? run.report.overPlan() : 0
  const codes: Readonly<Record<string, string>> = t.codes

  // The button that was pressed is gone, so the next one takes the focus.
  const nextRef = useRef<HTMLButtonElement>(null)
  const hasRun = run !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them changes the buttons
  useEffect(() => {
    if (hasRun) nextRef.current?.focus()
  }, [hasRun, isRunning, isOver, run?.isDryRun])

  if (run !== undefined && counts !== undefined && isOver && !run.isDryRun) {
    const report = () => fileOfReport(run.report.lines(), (code) => codes[code] ?? t.preview.imported)
    return (
      <Section title={t.done(countText(counts.imported))}>
        <div className={styles['act']}>
          <p role="status">
            {t.compared(countText(counts.created))} · {t.aliases(number(counts.aliases))}
          </p>
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
  // After the comparison, without those that the project had before.
  const keysToImport = countText(run?.isDryRun === true ? (counts?.imported ?? 0) : plan.lines.length)
  const canStart = run?.isDryRun === true && isOver && over === 0 && (counts?.created ?? 0) > 0
  return (
    <Section title={canStart || run?.isDryRun === false ? t.start(keysToImport) : t.compare(keys)}>
      <div className={styles['act']}>
        {run === undefined && <p>{t.compareText}</p>}
        {run !== undefined && (isRunning || !isOver) && (
          <ProgressBar done={run.answered} of={run.total}>
            {(run.isDryRun ? t.comparing : t.running)(number(run.answered), number(run.total))}
          </ProgressBar>
        )}
        <Interrupted by={interruption} stopped={t.stopped} lost={t.lost} />
        {isOver && counts !== undefined && (
          <p role="status">
            {t.compared(countText(counts.created))} · {t.aliases(number(counts.aliases))}
          </p>
        )}
        {over > 0 && <Alert>{t.overPlan(countText(over))}</Alert>}
        {isOver && over === 0 && counts?.created === 0 && <p>{t.allThere}</p>}
        <div className="buttons">
          {run === undefined && (
            <Button
              look="primary"
              aria-disabled={!hasKeys || plan.lines.length === 0}
              onClick={() => hasKeys && plan.lines.length > 0 && void importing.begin(plan, true)}
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
            <Button ref={nextRef} look="primary" onClick={() => void importing.begin(plan, false)}>
              {t.start(keysToImport)}
            </Button>
          )}
        </div>
      </div>
    </Section>
  )
}
