import { Button, type ButtonProps, Dialog } from '@latchkey/react/design'
import {
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { Failure, Outcome } from './api.ts'
import { useSession } from './session.ts'
import { describeFailure, useWords } from './words.ts'

interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly label: string
  readonly value: string
  readonly onValue: (text: string) => void
}

export function Field({ label, onValue, ...rest }: FieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        autoComplete="off"
        spellCheck={false}
        {...rest}
        onChange={({ target }) => onValue(target.value)}
      />
    </label>
  )
}

export function EmailField(props: Omit<FieldProps, 'type'>) {
  return <Field type="email" autoComplete="email" autoCapitalize="none" maxLength={254} required {...props} />
}

/** Why the last try failed. Each failure is a new element, so that screen readers read it again. */
export function Problem({ text }: { readonly text: string | undefined }) {
  return <div role="alert">{text !== undefined && <p className="problem">{text}</p>}</div>
}

type Settle = () => Promise<Outcome<unknown>>

/** Sends one request at a time, and keeps the sentence about a failure. */
export function useSubmit() {
  const words = useWords()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function submit(request: Settle, onDone: () => void = () => {}): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    const outcome = await request()
    setBusy(false)
    if (outcome.kind === 'done') onDone()
    else if (outcome.kind !== 'cancelled') setProblem(describeFailure(outcome satisfies Failure, words))
  }
  return { problem, isBusy, submit, setProblem }
}

/** The button of a form or an act, which shows that it works. */
export function BusyButton({ isBusy, children, ...rest }: ButtonProps & { readonly isBusy: boolean }) {
  const { t } = useWords()
  return (
    <Button {...rest} aria-disabled={isBusy}>
      {isBusy ? t.working : children}
    </Button>
  )
}

interface ActDialogProps {
  readonly title: string
  readonly lead: string
  readonly go: string
  readonly look?: 'primary' | 'danger'
  readonly act: Settle
  /** What is said when it is done. */
  readonly done: string
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Asks before an act, and stays open until it is done, so that no input is lost. */
export function ActDialog(props: ActDialogProps) {
  const { title, lead, go, look = 'primary', act, done, onClose, children } = props
  const { t } = useWords()
  const { problem, isBusy, submit } = useSubmit()
  const { say } = useSession()
  const formId = useId()
  function onSubmit(event: SubmitEvent): void {
    event.preventDefault()
    void submit(act, () => {
      say(done)
      onClose()
    })
  }
  const actions = (
    <>
      <Button onClick={onClose}>{t.cancel}</Button>
      <BusyButton type="submit" form={formId} look={look} isBusy={isBusy}>
        {go}
      </BusyButton>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <form id={formId} className="stack" onSubmit={onSubmit}>
        <p>{lead}</p>
        {children}
        <Problem text={problem} />
      </form>
    </Dialog>
  )
}

const RESULT_SHOWN_MS = 2_500

/** Copies a text, and says for a moment whether it did. */
export function CopyButton({
  label,
  text,
  ...rest
}: ButtonProps & { readonly label: string; readonly text: string }) {
  const { t } = useWords()
  const [result, setResult] = useState<string>()
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  async function copy(): Promise<void> {
    // Over plain http there is no clipboard.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setResult(isCopied === true ? t.copied : t.copyFailed)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setResult(undefined), RESULT_SHOWN_MS)
  }
  return (
    <>
      <Button {...rest} onClick={() => void copy()}>
        {result ?? label}
      </Button>
      <span role="status" className="visually-hidden">
        {result}
      </span>
    </>
  )
}
