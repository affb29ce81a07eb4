import { Button } from '@latchkey/react/design'
import { useEffect, useRef, useState } from 'react'
import { readAgain } from '../api/query.ts'
import { Dialog } from '../components/Dialog.tsx'
import { Problem } from '../components/Problem.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import { BulkFields } from './BulkFields.tsx'
import {
  type BulkAction,
  type BulkProblem,
  EMPTY_FORM,
  PROBLEM_OF_FIELD,
  problemOfForm,
  sendStep,
} from './bulk-actions.ts'
import {
  type BulkProgress,
  changeOfKeys,
  changeOfMatching,
  handledOf,
  type Interruption,
  runBulkChange,
  type Unchanged,
} from './bulk-change.ts'
import { csvOf } from './csv.ts'
import { DIALOGS } from './dialog-texts.ts'
import styles from './dialogs.module.css'
import type { KeysSearch } from './keys-search.ts'
import { ProgressBar } from './ProgressBar.tsx'
import { Report } from './Report.tsx'
import { saveFile } from './save-file.ts'
import { countOf, type Selection } from './selection.ts'
import { TERMS } from './terms-texts.ts'
import { KEYS, useKeyCount } from './texts.ts'

interface BulkDialogProps {
  readonly projectId: string
  readonly action: BulkAction
  readonly selection: Selection
  /** The filters, for all that match. */
  readonly search: KeysSearch
  /** `isDone`: the keys were changed, so that the selection has served. */
  readonly onClose: (isDone: boolean) => void
}

/** Asks for the input of an action, changes many keys, and reports those that were not changed. */
export function BulkDialog({ projectId, action, selection, search, onClose }: BulkDialogProps) {
  const texts = useTexts(KEYS)
  const dialogs = useTexts(DIALOGS)
  const t = dialogs.bulk
  const terms = useTexts(TERMS)
  const words = action === 'terms' ? terms.bulk : t[action]
  const { number } = useFormats()
  const count = countOf(selection)
  const countText = useKeyCount()
  const keys = countText(count)
  const [form, setForm] = useState(EMPTY_FORM)
  const [problem, setProblem] = useState<BulkProblem>()
  const run = useBulkRun()

  function start(): void {
    const found = problemOfForm(action, form, count)
    setProblem(found)
    if (found !== undefined) return
    const begin = selection.kind === 'keys' ? changeOfKeys([...selection.keys]) : changeOfMatching(count)
    const requestId = crypto.randomUUID()
    const sendOne = sendStep(projectId, action, form, { selection, search, requestId })
    run.begin(begin, sendOne, action === 'delete', (done) => {
      if (done.unchanged.length > 0) return
      showToast({ text: words.done(countText(done.changed)) })
      onClose(true)
    })
  }

  const { progress, interruption, isRunning } = run
  // Refused before anything was changed: the form again, with the reason beside its field.
  const isRefused = interruption?.kind === 'refused' && progress !== undefined && handledOf(progress) === 0
  if (progress === undefined || isRefused) {
    const refusal = isRefused ? interruption : undefined
    const refusedField = PROBLEM_OF_FIELD[refusal?.field ?? '']
    return (
      <Dialog
        role={action === 'delete' ? 'alertdialog' : 'dialog'}
        title={words.title(keys)}
        onClose={() => onClose(false)}
        actions={
          <>
            <Button onClick={() => onClose(false)}>{texts.actions.cancel}</Button>
            <Button
              look={action === 'delete' || action === 'ban' ? 'danger' : 'primary'}
              type="submit"
              form="bulk"
            >
              {words.submit(keys)}
            </Button>
          </>
        }
      >
        <p>{words.text}</p>
        <form
          id="bulk"
          noValidate
          className={styles['form']}
          onSubmit={(event) => {
            event.preventDefault()
            start()
          }}
        >
          <BulkFields
            action={action}
            count={number(count)}
            form={form}
            onChange={setForm}
            errorOf={(name) => {
              if (refusal !== undefined && refusedField === name) return refusal.message
              return problem === name ? problemText(name) : undefined
            }}
          />
        </form>
        {refusal?.code === 'COUNT_CHANGED' ? (
          <p role="alert" className={styles['problem']}>
            {t.moved(number(count), number(Number(refusal.body['count'])))}
          </p>
        ) : (
          refusedField === undefined && <Problem of={refusal} />
        )}
      </Dialog>
    )
  }

  function problemText(name: BulkProblem): string {
    switch (name) {
      case 'confirm':
        return t.problems.confirm(number(count))
      case 'add':
      case 'remove':
        return terms.problems.features
      case 'updates':
        return terms.problems.updates_until
      case 'nothing':
        return terms.problems.none
      default:
        return t.problems[name]
    }
  }

  const isOver = progress.left.length === 0
  const codes: Readonly<Record<string, string>> = t.codes
  return (
    <Dialog
      wide={progress.unchanged.length > 0}
      title={words.title(keys)}
      onClose={isRunning ? run.stop : () => onClose(isOver)}
      actions={
        isRunning ? (
          <Button onClick={run.stop}>{t.stop}</Button>
        ) : (
          <>
            {progress.unchanged.length > 0 && (
              <Button onClick={() => saveFile('keys-not-changed.csv', reportOf(progress.unchanged))}>
                {t.downloadFailed}
              </Button>
            )}
            <Button look={isOver ? 'primary' : 'plain'} onClick={() => onClose(isOver)}>
              {texts.actions.close}
            </Button>
            {!isOver && (
              <Button look="primary" onClick={run.resume}>
                {t.resume}
              </Button>
            )}
          </>
        )
      }
    >
      <ProgressBar done={handledOf(progress)} of={progress.total}>
        {t.progress(number(handledOf(progress)), number(progress.total))}
      </ProgressBar>
      {isRunning && <p>{t.running}</p>}
      {interruption?.kind === 'stopped' && (
        <p role="status">{t.stopped(countText(progress.total - handledOf(progress)))}</p>
      )}
      {interruption?.kind === 'lost' && (
        <p role="alert" className={styles['problem']}>
          {t.lost}
        </p>
      )}
      {interruption?.kind === 'refused' && <Problem of={interruption} />}
      {isOver && <p role="status">{words.done(countText(progress.changed))}</p>}
      <Report
        title={t.failed(countText(progress.unchanged.length))}
        items={progress.unchanged}
        rowOf={({ user_key, code, message }) => ({ text: user_key, why: codes[code] ?? message })}
      />
    </Dialog>
  )
}

const reportOf = (unchanged: readonly Unchanged[]): string =>
  csvOf([
    ['user_key', 'code', 'reason'],
    ...unchanged.map(({ user_key, code, message }) => [user_key, code, message]),
  ])

type SendStep = ReturnType<typeof sendStep>

/** The run of a change, which continues where it was interrupted. */
function useBulkRun() {
  const [progress, setProgress] = useState<BulkProgress>()
  const [interruption, setInterruption] = useState<Interruption>()
  const [isRunning, setRunning] = useState(false)
  const controller = useRef<AbortController>(undefined)
  const resume = useRef(() => {})
  // A dialog that is gone sends no further request.
  useEffect(() => () => controller.current?.abort(), [])

  async function go(
    from: BulkProgress,
    sendOne: SendStep,
    isDeletion: boolean,
    onDone: (progress: BulkProgress) => void,
    isRepeated: boolean,
  ): Promise<void> {
    let reached = from
    controller.current = new AbortController()
    setProgress(from)
    setInterruption(undefined)
    setRunning(true)
    const ended = await runBulkChange(from, {
      send: sendOne,
      onProgress: (next) => {
        reached = next
        setProgress(next)
      },
      signal: controller.current.signal,
      isMissingDone: isDeletion && isRepeated,
    })
    setRunning(false)
    setInterruption(ended)
    resume.current = () => void go(reached, sendOne, isDeletion, onDone, isRepeated || ended?.kind === 'lost')
    if (ended === undefined) onDone(reached)
    await readAgain('listKeys')
  }

  return {
    progress,
    interruption,
    isRunning,
    begin: (from: BulkProgress, sendOne: SendStep, isDeletion: boolean, onDone: (p: BulkProgress) => void) =>
      void go(from, sendOne, isDeletion, onDone, false),
    stop: () => controller.current?.abort(),
    resume: () => resume.current(),
  }
}
