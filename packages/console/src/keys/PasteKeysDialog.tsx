import { Button } from '@latchkey/react/design'
import { useRef, useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { send } from '../api/send.ts'
import { Dialog } from '../components/Dialog.tsx'
import { TextAreaField } from '../components/Field.tsx'
import { useForm } from '../components/Form.tsx'
import { Problem } from '../components/Problem.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { csvOf } from './csv.ts'
import { DIALOGS } from './dialog-texts.ts'
import { Report } from './Report.tsx'
import { type NotAKey, type PastedKeys, readPastedKeys } from './read-pasted-keys.ts'
import { saveFile } from './save-file.ts'
import { useKeyCount } from './texts.ts'

interface PasteKeysDialogProps {
  readonly projectId: string
  readonly onClose: () => void
  readonly onSelect: (keys: readonly string[]) => void
}

/** What was pasted, and which of its keys the project does not have. */
interface Findings extends PastedKeys {
  readonly known: readonly string[]
  readonly unknown: readonly string[]
}

/** Reads the keys of a mail or a file, says what is not one, and selects the others. */
export function PasteKeysDialog({ projectId, onClose, onSelect }: PasteKeysDialogProps) {
  const { actions } = useTexts(SHELL)
  const dialogs = useTexts(DIALOGS)
  const t = dialogs.paste
  const { number } = useFormats()
  const countText = useKeyCount()
  const [report, setReport] = useState<Findings>()
  const form = useForm({ text: '' })
  const { text } = form.values
  const fieldRef = useRef<HTMLTextAreaElement>(null)

  async function readText(): Promise<Outcome<unknown>> {
    const pasted = readPastedKeys(text)
    if (pasted.keys.length === 0) {
      setReport({ ...pasted, known: [], unknown: [] })
      return { kind: 'done', answer: undefined }
    }
    const ended = await send('findKeys', {
      params: { project_id: projectId },
      body: { user_keys: [...pasted.keys] },
    })
    if (ended.kind !== 'done') return ended
    const unknown = new Set(ended.answer.unknown)
    setReport({
      ...pasted,
      known: pasted.keys.filter((key) => !unknown.has(key)),
      unknown: ended.answer.unknown,
    })
    return ended
  }

  const hasReport = report !== undefined && report.unknown.length + report.rejected.length > 0
  return (
    <Dialog
      wide
      title={t.title}
      onClose={onClose}
      focusRef={fieldRef}
      actions={
        <>
          {hasReport && (
            <Button onClick={() => saveFile('not-keys.csv', fileOf(report))}>{t.downloadReport}</Button>
          )}
          <Button onClick={onClose}>{actions.cancel}</Button>
          {report !== undefined && report.known.length > 0 ? (
            <Button look="primary" onClick={() => onSelect(report.known)}>
              {t.select(countText(report.known.length))}
            </Button>
          ) : (
            <Button
              look="primary"
              aria-disabled={form.isBusy || text.trim() === ''}
              onClick={() => form.submit(readText)}
            >
              {t.read}
            </Button>
          )}
        </>
      }
    >
      <TextAreaField
        ref={fieldRef}
        label={t.field}
        hint={t.text}
        rows={6}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          form.set({ text: event.target.value })
          form.clear()
          setReport(undefined)
        }}
      />
      <Problem of={form.outcome} />
      {report !== undefined && (
        <div role="status" className="stack">
          <p>
            {report.keys.length === 0
              ? t.none
              : [
                  t.known(countText(report.known.length)),
                  ...(report.repeated > 0 ? [t.repeated(number(report.repeated))] : []),
                  ...(report.surplus > 0 ? [t.surplus(number(report.surplus))] : []),
                ].join(' · ')}
          </p>
          <Report
            title={t.unknown(countText(report.unknown.length))}
            items={report.unknown}
            rowOf={(key) => ({ text: key, why: '' })}
          />
          <Report
            title={t.rejected(number(report.rejected.length))}
            items={report.rejected}
            rowOf={({ line, text, reason }) => ({
              text,
              why: `${t.line(number(line))}: ${textOf(reason)}`,
            })}
          />
        </div>
      )}
    </Dialog>
  )

  function textOf(reason: NotAKey): string {
    switch (reason.kind) {
      case 'too-short':
      case 'too-long':
        return t.reasons[reason.kind](number(reason.letters))
      case 'wrong-character':
        return t.reasons[reason.kind](reason.character)
      case 'no-key':
        return t.reasons[reason.kind]
    }
  }
}

const fileOf = ({ unknown, rejected }: Findings): string =>
  csvOf([
    ['line', 'text', 'reason'],
    ...unknown.map((key) => ['', key, 'unknown']),
    ...rejected.map(({ line, text, reason }) => [line, text, reason.kind]),
  ])
