import { Button } from '@latchkey/react/design'
import { type Outcome, refuse } from '../api/outcome.ts'
import { readAgain } from '../api/query.ts'
import { useRun } from '../api/use-run.ts'
import { Dialog } from '../components/Dialog.tsx'
import { Form, useForm } from '../components/Form.tsx'
import { showToast } from '../components/Toasts.tsx'
import { inWords } from '../messages/in-words.ts'
import { useFormats, useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { BulkFields } from './BulkFields.tsx'
import { type BulkAction, type BulkProblem, EMPTY_FORM, problemOfForm, sendStep } from './bulk-actions.ts'
import {
  type BulkProgress,
  changeOfKeys,
  changeOfMatching,
  handledOf,
  sendNextOf,
  type Unchanged,
} from './bulk-change.ts'
import { csvOf } from './csv.ts'
import { DIALOGS } from './dialog-texts.ts'
import type { KeysSearch } from './keys-search.ts'
import { Interrupted, ProgressBar } from './ProgressBar.tsx'
import { Report } from './Report.tsx'
import { saveFile } from './save-file.ts'
import { countOf, type Selection } from './selection.ts'
import { TERMS } from './terms-texts.ts'
import { useKeyCount } from './texts.ts'

interface BulkDialogProps {
  readonly projectId: string
  readonly action: BulkAction
  readonly selection: Selection
  /** The filters, for a selection of all that match. */
  readonly search: KeysSearch
  /** `isDone`: the keys were changed, so that the selection is not needed any more. */
  readonly onClose: (isDone: boolean) => void
}

/** The texts of an action. Without `submit`, the button shows the title. */
interface Words extends Record<'title' | 'done', (keys: string) => string> {
  readonly text: string
  readonly submit?: (keys: string) => string
}

/** Asks for the input of an action, changes many keys, and reports those that were not changed. */
export function BulkDialog({ projectId, action, selection, search, onClose }: BulkDialogProps) {
  const { actions } = useTexts(SHELL)
  const t = useTexts(DIALOGS).bulk
  const terms = useTexts(TERMS)
  const words: Words = action === 'terms' ? terms.bulk : t[action]
  const { number } = useFormats()
  const count = countOf(selection)
  const countText = useKeyCount()
  const keys = countText(count)
  const form = useForm(EMPTY_FORM)
  const run = useRun<BulkProgress>()

  async function submit(): Promise<Outcome<unknown>> {
    const problem = problemOfForm(action, form.values, count)
    if (problem !== undefined) return refuse(problem, problemText(problem))
    const requestId = crypto.randomUUID()
    const send = sendStep(projectId, action, form.values, { selection, search, requestId })
    const start = selection.kind === 'keys' ? changeOfKeys([...selection.keys]) : changeOfMatching(count)
    const ended = await run.begin(start, {
      sendNext: sendNextOf({ send, isDeletion: action === 'delete' }),
      onEnd(progress, interruption) {
        if (interruption === undefined && progress.unchanged.length === 0) {
          showToast({ text: words.done(countText(progress.changed)) })
          onClose(true)
        }
        // If the request was refused before anything was changed, shows the form with the reason.
        if (interruption?.kind === 'refused' && handledOf(progress) === 0) run.reset()
        void readAgain('listKeys')
      },
    })
    if (ended?.kind !== 'refused') return { kind: 'done', answer: undefined }
    return inWords(ended, {
      COUNT_CHANGED: t.moved(number(count), number(Number(ended.body['count']))),
    })
  }

  const { progress, interruption, isRunning } = run
  if (progress === undefined) {
    return (
      <Dialog
        role={action === 'delete' ? 'alertdialog' : 'dialog'}
        title={words.title(keys)}
        onClose={() => onClose(false)}
        actions={
          <>
            <Button onClick={() => onClose(false)}>{actions.cancel}</Button>
            <Button
              look={action === 'delete' || action === 'ban' ? 'danger' : 'primary'}
              type="submit"
              form="bulk"
            >
              {(words.submit ?? words.title)(keys)}
            </Button>
          </>
        }
      >
        <p>{words.text}</p>
        <Form id="bulk" form={form} onSubmit={submit}>
          <BulkFields action={action} count={number(count)} form={form} />
        </Form>
      </Dialog>
    )
  }

  function problemText(name: BulkProblem): string {
    switch (name) {
      case 'confirmation':
        return t.problems.confirmation(number(count))
      case 'add':
      case 'remove':
        return terms.problems.features
      case 'updates_until':
        return terms.problems.updates_until
      case 'nothing':
        return terms.problems.none
      default:
        return t.problems[name]
    }
  }

  const isOver = progress.left.length === 0
  const handled = handledOf(progress)
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
              {actions.close}
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
      <ProgressBar done={handled} of={progress.total}>
        {t.progress(number(handled), number(progress.total))}
      </ProgressBar>
      {isRunning && <p>{t.running}</p>}
      <Interrupted by={interruption} stopped={t.stopped(countText(progress.total - handled))} lost={t.lost} />
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
