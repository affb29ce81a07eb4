import { QrCode } from '@latchkey/react/design'
import { useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { readSessionAgain } from '../api/query.ts'
import { type Answer, send } from '../api/send.ts'
import { useSession } from '../api/session.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { Field } from '../components/Field.tsx'
import { Form, useForm } from '../components/Form.tsx'
import { showToast } from '../components/Toasts.tsx'
import { inWords } from '../messages/in-words.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { CodeField } from '../sign-in/CodeField.tsx'
import styles from './TotpForm.module.css'
import { ACCOUNT } from './texts.ts'
import { UserName } from './UserName.tsx'

interface TotpFormProps {
  /** The password, if it was set a moment ago, so that it need not be typed again. */
  readonly knownPassword?: string | undefined
}

/**
 * Sets up an authenticator app: shows its secret, and takes the first code. Asks for the password,
 * because codes stand for it afterwards.
 */
export function TotpForm({ knownPassword }: TotpFormProps) {
  const t = useTexts(ACCOUNT)
  const shell = useTexts(SHELL)
  const { person, may_reset: mayReset } = useSession()
  const [started, setStarted] = useState<Answer<'startTotp'>>()
  const startForm = useForm({ password: '' })
  const form = useForm({ totp: '' })

  async function start(): Promise<Outcome<unknown>> {
    const { password } = knownPassword === undefined ? startForm.values : { password: knownPassword }
    const outcome = await send('startTotp', { body: person.has_password ? { password } : {} })
    if (outcome.kind !== 'lost') startForm.set({ password: '' })
    if (outcome.kind === 'done') setStarted(outcome.answer)
    return inWords(outcome, shell.problems.codes, {
      WRONG_PASSWORD: 'password',
      TOO_MANY_PASSWORDS: 'password',
    })
  }

  if (started === undefined) {
    if (!person.has_password && !mayReset.includes('totp')) return <p>{shell.proof.freshLink}</p>
    return (
      <Form form={startForm} action={t.totp.start} onSubmit={start}>
        {person.has_password && knownPassword === undefined && (
          <>
            <UserName />
            <Field
              label={shell.proof.password}
              type="password"
              autoComplete="current-password"
              required
              {...startForm.field('password')}
            />
          </>
        )}
      </Form>
    )
  }
  const { uri, secret } = started
  return (
    <>
      <p>{t.totp.scan}</p>
      <div className={styles['code']}>
        <QrCode text={uri} label={t.totp.qrCode} />
      </div>
      <details>
        <summary>{t.totp.byHand}</summary>
        <p className={styles['secret']}>
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={secret} look="quiet" />
        </p>
      </details>
      <Form
        form={form}
        action={t.totp.confirm}
        onSubmit={() => send('confirmTotp', { body: form.values })}
        onDone={() => {
          showToast({ text: t.totp.done })
          void readSessionAgain()
        }}
      >
        <CodeField {...form.field('totp')} />
      </Form>
    </>
  )
}
