import { fileOfNotImported, notImported, type ReportLine } from '@latchkey/management/import-file'
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
import styles from './Import.module.css'
import { ImportActions } from './ImportActions.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { IMPORT } from './texts.ts'
import { useImport } from './use-import.ts'
import { useImportFile } from './use-import-file.ts'

const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/tab-separated-values'
const NO_LINES: readonly ReportLine[] = []

/** Imports the keys of a file: another project is another page. */
export function ImportPage() {
  const { projectId = '' } = useParams({ strict: false })
  return <ImportFile key={projectId} projectId={projectId} />
}

function ImportFile({ projectId }: { readonly projectId: string }) {
  const t = useTexts(IMPORT)
  const { number } = useFormats()
  const countText = useKeyCount()
  const file = useImportFile()
  const importing = useImport(projectId)
  const [isOnlyWrong, setOnlyWrong] = useState(false)

  const { plan, rows, titles, choice } = file
  const { progress: run, isRunning } = importing
  const answered = run?.report.lines() ?? NO_LINES
  const count = run?.answered ?? 0
  // The list of the report grows, so its length tells that it has changed.
  const left = useMemo(() => notImported(plan.wrong, answered.slice(0, count)), [plan, answered, count])
  const problems = useMemo(() => new Map(left.map(({ row, code }) => [row.line, code])), [left])
  const shown = useMemo(
    () => (isOnlyWrong ? rows.filter(({ line }) => problems.has(line)) : rows),
    [isOnlyWrong, rows, problems],
  )
  const names = titles.map((title, index) => title || t.columns.number(number(index + 1)))
  const codes: Readonly<Record<string, string>> = t.codes
  const isDone = run !== undefined && !run.isDryRun && run.left.length === 0

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
            }}
          />
        </Section>
      )}
      {file.file !== undefined && !isRunning && !isDone && (
        <Section title={t.columns.title} lead={t.columns.lead}>
          <ColumnsForm
            names={names}
            choice={choice}
            isOrderAsked={file.isOrderAsked}
            onChange={(next) => {
              file.setChoice(next)
              importing.reset()
            }}
          />
        </Section>
      )}
      {file.file !== undefined && (
        <>
          <ImportActions
            projectId={projectId}
            importing={importing}
            plan={plan}
            hasKeys={choice.columns.key !== undefined}
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
                    onClick={() =>
                      saveFile(
                        'not-imported.csv',
                        fileOfNotImported(names, left, (code) => codes[code] ?? code),
                      )
                    }
                  >
                    {t.preview.download}
                  </Button>
                </>
              )}
            </div>
            <PreviewTable
              rows={shown}
              columns={choice.columns}
              order={file.order}
              problems={problems}
              okText={isDone ? t.preview.imported : t.preview.ok}
            />
          </Section>
        </>
      )}
    </Page>
  )
}
