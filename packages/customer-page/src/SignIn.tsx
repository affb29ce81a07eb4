import { Button } from '@latchkey/react/design'
import { type SubmitEvent, useState } from 'react'
import { type Outcome, send } from './api.ts'
import { BusyButton, EmailField, Field, Problem, useSubmit } from './parts.tsx'
import { useWords } from './words.ts'

interface MailFormProps {
  /** The address of the customer who was signed in. Without it, it is typed. */
  readonly email?: string
  /** What follows when the mail was used. A failure is shown, and may be tried again. */
  readonly onProven: () => Promise<Outcome<unknown>>
}

/** Sends a mail to an address, then takes the code from it. Its link works, too, in the same browser. */
export function MailForm({ email: known = '', onProven }: MailFormProps) {
  const { t, language } = useWords()
  const [email, setEmail] = useState(known)
  const [code, setCode] = useState('')
  const [isSent, setSent] = useState(false)
  const { problem, isBusy, submit, setProblem } = useSubmit()
  const requestMail = () =>
    submit(
      () => send('requestSignIn', { email, language }),
      () => setSent(true),
    )

  async function useCode(): Promise<Outcome<unknown>> {
    const outcome = code === '' ? undefined : await send('signInByMailCode', { code })
    // A used code would be refused, if what follows fails and is tried again.
    if (outcome?.kind === 'done') setCode('')
    if (outcome !== undefined && outcome.kind !== 'done') return outcome
    const proven = await onProven()
    if (proven.kind !== 'refused' || (proven.status !== 401 && proven.code !== 'PROOF_NEEDED')) return proven
    return { ...proven, code: outcome === undefined ? 'NO_CODE' : 'NO_COOKIES' }
  }
  function onSubmit(event: SubmitEvent): void {
    event.preventDefault()
    void (isSent ? submit(useCode) : requestMail())
  }

  if (!isSent) {
    return (
      <form className="stack" onSubmit={onSubmit}>
        {known === '' && <p>{t.signIn.lead}</p>}
        {known === '' && <EmailField label={t.signIn.email} value={email} onValue={setEmail} />}
        <Problem text={navigator.cookieEnabled ? problem : t.codes('').NO_COOKIES} />
        <div className="buttons">
          <BusyButton type="submit" look="primary" isBusy={isBusy}>
            {t.signIn.send}
          </BusyButton>
        </div>
      </form>
    )
  }
  return (
    <form className="stack" onSubmit={onSubmit}>
      <p role="status">{known === '' ? t.signIn.sent(email) : t.proof.sent(email)}</p>
      <Field
        label={t.signIn.code}
        value={code}
        onValue={setCode}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        maxLength={20}
        className="code"
        autoFocus
      />
      <p className="soft">{t.signIn.codeHint}</p>
      <Problem text={problem} />
      <div className="buttons">
        <BusyButton type="submit" look="primary" isBusy={isBusy}>
          {t.signIn.go}
        </BusyButton>
      </div>
      <div className="buttons">
        <Button look="quiet" onClick={() => void requestMail()}>
          {t.signIn.again}
        </Button>
        {known === '' && (
          <Button
            look="quiet"
            onClick={() => {
              setSent(false)
              setProblem(undefined)
            }}
          >
            {t.signIn.other}
          </Button>
        )}
      </div>
    </form>
  )
}
