import { fileOfNotImported, isCompleted, notImported, type ReportLine } from '@latchkey/import-file'
import { Button } from '@latchkey/react/design'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { BackLink } from '../components/BackLink.tsx'
import { DropZone } from '../components/DropZone.tsx'
import { Page, Section } from '../components/Page.tsx'
import { Choice } from '../keys/Choice.tsx'
import { saveFile } from '../keys/save-file.ts'
import { useKeyCount } from '../keys/texts.ts'
import { useFormats, useTexts } from '../messages/messages.ts'
import { ColumnsForm } from './ColumnsForm.tsx'
import { useLineText } from './describe-line.ts'
import styles from './Import.module.css'
import { ImportActions } from './ImportActions.tsx'
import { type LineResult, PreviewTable } from './PreviewTable.tsx'
import { StatesForm } from './StatesForm.tsx'
import { IMPORT_STATES } from './state-texts.ts'
import { IMPORT } from './texts.ts'
import { useImport } from './use-import.ts'
import { type ImportChoice, useImportFile } from './use-import-file.ts'

const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/tab-separated-values'
const NO_LINES: readonly ReportLine[] = []
/** By default, keys that were refunded stop working, and no ban is lifted by accident. */
const SAFE = { ban: true, unban: false }

/** Imports the keys of a file. Another project starts with a new state. */
export function ImportPage() {
  const { projectId = '' } = useParams({ strict: false })
  return <ImportFile key={projectId} projectId={projectId} />
}

function ImportFile({ projectId }: { readonly projectId: string }) {
  const t = useTexts(IMPORT)
  const { title: statesTitle, lead: statesLead } = useTexts(IMPORT_STATES)
  const describe = useLineText()
  const { number } = useFormats()
  const countText = useKeyCount()
  const file = useImportFile()
  const importing = useImport(projectId)
  const [isOnlyWrong, setOnlyWrong] = useState(false)
  const [existing, setExisting] = useState(SAFE)

  const { plan, rows, titles, choice } = file
  const { progress: run, isRunning } = importing
  const answered = run?.report.lines() ?? NO_LINES
  const count = run?.answered ?? 0
  // The report adds to the same list, so `count` tells that the list has changed.
  const left = useMemo(() => {
    const chosen = new Set([existing.ban && 'KEY_WORKS_HERE', existing.unban && 'KEY_BANNED_HERE'])
    const lines = notImported(plan.wrong, answered.slice(0, count))
    // Leaves out keys of the project that the import will change.
    return lines.filter(({ code }) => !chosen.has(code))
  }, [plan, answered, count, existing])
  const problems = useMemo(() => new Map(left.map((line) => [line.row.line, line])), [left])
  const reasons = useMemo(
    () => new Map(plan.lines.map(({ row, wanted }) => [row.line, wanted.ban_reason])),
    [plan],
  )
  const shown = useMemo(
    () => (isOnlyWrong ? rows.filter(({ line }) => problems.has(line)) : rows),
    [isOnlyWrong, rows, problems],
  )
  const names = titles.map((title, index) => title || t.columns.number(number(index + 1)))
  const isDone = run?.existing !== undefined && run.left.length === 0
  const results = useMemo(
    () => new Map(answered.slice(0, count).map((line) => [line.row.line, line])),
    [answered, count],
  )
  const resultOf = (line: number): LineResult => {
    const problem = problems.get(line)
    if (problem !== undefined) return { text: describe(problem), tone: 'problem' }
    // The line is a total, or another payment of a key.
    if (!reasons.has(line)) return { text: t.preview.nothing, tone: 'good' }
    const [reason, result] = [reasons.get(line), results.get(line)]
    const tone = reason === undefined ? 'good' : 'caution'
    if (result !== undefined && isDone) return { text: describe(result), tone }
    if (result?.code === 'KEY_WORKS_HERE') return { text: t.preview.stops, tone }
    if (result?.code === 'KEY_BANNED_HERE') return { text: t.preview.revives, tone }
    if (result !== undefined && isCompleted(result)) return { text: t.preview.completes, tone }
    return { text: reason === undefined ? t.preview.ok : t.preview.banned(reason), tone }
  }

  const change = (next: Partial<ImportChoice>): void => {
    file.setChoice({ ...choice, ...next })
    importing.reset()
  }

  return (
    <Page
      title={t.title}
      width="columns"
      lead={
        <>
          <BackLink to="keys" projectId={projectId}>
            {t.back}
          </BackLink>
          <br />
          {t.lead}
        </>
      }
    >
      {!isRunning && !isDone && (
        <Section title={t.file.title}>
          <DropZone
            label={t.file.title}
            text={
              file.file === undefined
                ? t.file.drop
                : t.file.chosen(file.file.name, number(file.file.table.rows.length), file.file.table.encoding)
            }
            problem={file.problem && t.file[file.problem]}
            dropText={t.file.dropNow}
            chooseText={t.file.choose}
            accept={ACCEPTED}
            onFiles={async (files) => {
              if (!(await file.choose(files))) return
              importing.reset()
              setOnlyWrong(false)
              setExisting(SAFE)
            }}
          />
        </Section>
      )}
      {file.file !== undefined && !isRunning && !isDone && (
        <>
          <Section title={t.columns.title} lead={t.columns.lead}>
            <ColumnsForm
              names={names}
              choice={choice}
              isOrderAsked={file.isOrderAsked}
              onChange={(next) => change(next)}
            />
            {file.unused.length > 0 && (
              <p className={styles['careful']}>
                {t.columns.unused(file.unused.map((index) => names[index]).join(', '))}
              </p>
            )}
          </Section>
          <Section title={statesTitle} lead={statesLead}>
            <StatesForm
              names={names}
              states={plan.states}
              columns={file.states}
              added={choice.addedState}
              onChoose={(chosen) => change({ effects: { ...choice.effects, ...chosen } })}
              onAdd={(addedState) => change({ addedState })}
            />
          </Section>
        </>
      )}
      {file.file !== undefined && (
        <>
          <ImportActions
            projectId={projectId}
            importing={importing}
            plan={plan}
            hasKeys={choice.columns.key !== undefined}
            existing={existing}
            onChoose={setExisting}
            onAgain={() => {
              file.forget()
              importing.reset()
            }}
          />
          <Section title={t.preview.title}>
            <div className={styles['summary']}>
              {!isDone && (
                <p>{t.preview.ready(countText(plan.lines.length + plan.wrong.length - left.length))}</p>
              )}
              {left.length > 0 && (
                <>
                  <p className={styles['wrong']}>
                    {left.length === 1 ? t.preview.wrongOne : t.preview.wrong(number(left.length))}
                  </p>
                  <Choice
                    type="checkbox"
                    label={t.preview.onlyWrong}
                    isOn={isOnlyWrong}
                    onChange={setOnlyWrong}
                  />
                  <Button
                    onClick={() => saveFile('not-imported.csv', fileOfNotImported(names, left, describe))}
                  >
                    {t.preview.download}
                  </Button>
                </>
              )}
            </div>
            <PreviewTable rows={shown} columns={choice.columns} order={file.order} resultOf={resultOf} />
          </Section>
        </>
      )}
    </Page>
  )
}
