import { Button } from '@latchkey/react/design'
import { useState } from 'react'
import { send } from './api.ts'
import { ActDialog, BusyButton, EmailField, Problem, useSubmit } from './parts.tsx'
import { useSession } from './session.ts'
import { useWords } from './words.ts'

/** The customer's address, and what can be done with it. */
export function AccountCard({ onSignedOut }: { readonly onSignedOut: () => void }) {
  const { t, f, data, language } = useWords()
  const { mine, act, say } = useSession()
  const [opened, setOpened] = useState<'address' | 'erasure'>()
  const [email, setEmail] = useState('')
  const { problem, isBusy, submit } = useSubmit()
  const close = () => setOpened(undefined)

  const mailKeys = () =>
    submit(
      () => act('mailMyKeys'),
      () => say(t.account.mailed),
    )
  async function signOut() {
    const outcome = await send('signOutCustomer')
    // The session has ended already.
    return outcome.kind === 'refused' && outcome.status === 401
      ? ({ kind: 'done', answer: undefined } as const)
      : outcome
  }

  return (
    <section className="card" aria-label={t.account.title}>
      <h2>{t.account.title}</h2>
      <p className="address">
        {mine.email}
        {mine.name !== '' && <span className="soft">{mine.name}</span>}
      </p>
      {mine.erasure_asked_at > 0 && <p className="note">{t.account.asked(f.date(mine.erasure_asked_at))}</p>}
      <Problem text={problem} />
      <div className="buttons">
        <BusyButton isBusy={isBusy} onClick={() => void mailKeys()}>
          {t.account.mailKeys}
        </BusyButton>
        {data.may.change_address && <Button onClick={() => setOpened('address')}>{t.account.change}</Button>}
        {mine.erasure_asked_at === 0 && (
          <Button onClick={() => setOpened('erasure')}>{t.account.erase}</Button>
        )}
        <Button onClick={() => void submit(signOut, onSignedOut)}>{t.account.signOut}</Button>
      </div>
      {opened === 'address' && (
        <ActDialog
          title={t.account.change}
          lead={t.account.changeLead}
          go={t.account.changeGo}
          act={() => act('changeMyAddress', { email, language })}
          done={t.account.changeDone}
          onClose={close}
        >
          <EmailField label={t.account.email} value={email} onValue={setEmail} />
        </ActDialog>
      )}
      {opened === 'erasure' && (
        <ActDialog
          title={t.account.eraseTitle}
          lead={t.account.eraseLead}
          go={t.account.eraseGo}
          look="danger"
          act={() => act('askForErasure')}
          done={t.account.eraseDone}
          onClose={close}
        />
      )}
    </section>
  )
}
