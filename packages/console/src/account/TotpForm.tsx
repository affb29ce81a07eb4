import { Button, QrCode } from '@latchkey/react/design'
import { useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { readSessionAgain } from '../api/query.ts'
import { type Answer, send } from '../api/send.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { Form, useForm } from '../components/Form.tsx'
import { Problem } from '../components/Problem.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useTexts } from '../messages/messages.ts'
import { CodeField } from '../sign-in/CodeField.tsx'
import styles from './TotpForm.module.css'
import { ACCOUNT } from './texts.ts'

/** Sets up an authenticator app: shows its secret, and takes the first code. */
export function TotpForm() {
  const t = useTexts(ACCOUNT)
  const [started, setStarted] = useState<Outcome<Answer<'startTotp'>>>()
  const form = useForm({ totp: '' })

  if (started?.kind !== 'done') {
    return (
      <>
        <Problem of={started} />
        <div className="buttons">
          <Button look="primary" onClick={async () => setStarted(await send('startTotp', {}))}>
            {t.totp.start}
          </Button>
        </div>
      </>
    )
  }
  const { uri, secret } = started.answer
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
