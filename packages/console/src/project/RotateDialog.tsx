import { Button } from '@latchkey/react/design'
import { useRef, useState } from 'react'
import { NO_PROOF, type Proof, ProofDialog } from '../account/ProofDialog.tsx'
import type { Outcome } from '../api/outcome.ts'
import { send } from '../api/send.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { SelectField } from '../components/Field.tsx'
import { useForm } from '../components/Form.tsx'
import { useTexts } from '../messages/messages.ts'
import styles from './Project.module.css'
import { PROJECT } from './texts.ts'

const KEEP_DAYS = [365, 30, 0] as const

interface RotateDialogProps {
  readonly what: 'secrets' | 'signing-key' | 'api-key'
  readonly projectId: string
  readonly onClose: () => void
}

/** Replaces a secret after the password or a code, and shows the new one, once. */
export function RotateDialog({ what, projectId, onClose }: RotateDialogProps) {
  const t = useTexts(PROJECT).rotate
  const form = useForm({ ...NO_PROOF, keep_days: String(KEEP_DAYS[0]) })
  const keepDays = Number(form.values.keep_days)
  // SECURITY: the secret is stored only here, so that nothing of it is left when the dialog is
  // closed.
  const [made, setMade] = useState<string>()

  if (made !== undefined) return <MadeDialog what={what} made={made} onClose={onClose} />

  async function submit(proof: Proof): Promise<Outcome<unknown>> {
    const outcome = await rotate(what, projectId, proof, keepDays)
    if (outcome.kind !== 'done') return outcome
    setMade(outcome.answer)
    return { kind: 'done', answer: undefined }
  }

  return (
    <ProofDialog
      form={form}
      role="alertdialog"
      title={t[what].title}
      lead={t[what].text}
      action={t[what].action}
      isDangerous={keepDays === 0 || what === 'api-key'}
      onSubmit={submit}
      // The dialog with the new secret replaces this dialog.
      onDone={() => {}}
      onClose={onClose}
    >
      {what !== 'api-key' && (
        <SelectField
          label={t.keep}
          hint={keepDays === 0 ? t.leaked : undefined}
          options={KEEP_DAYS.map((one) => [one, t.keeps[one]])}
          {...form.field('keep_days')}
        />
      )}
    </ProofDialog>
  )
}

/**
 * Replaces the secret.
 * @returns the lines for the settings of the app, or the API key
 */
async function rotate(
  what: RotateDialogProps['what'],
  project_id: string,
  proof: Proof,
  keep_days: number,
): Promise<Outcome<string>> {
  if (what === 'api-key') {
    const outcome = await send('replaceApiKey', { body: proof })
    return outcome.kind === 'done' ? { kind: 'done', answer: outcome.answer.api_key } : outcome
  }
  const parameters = { params: { project_id }, body: { ...proof, keep_days } }
  if (what === 'signing-key') {
    const outcome = await send('rotateSigningKey', parameters)
    if (outcome.kind !== 'done') return outcome
    return { kind: 'done', answer: `LATCHKEY_PUBLIC_KEYS=${outcome.answer.public_keys}` }
  }
  const outcome = await send('rotateSecrets', parameters)
  if (outcome.kind !== 'done') return outcome
  const lines = outcome.answer.secrets.map((secret, index) => `LATCHKEY_SECRET_${index + 1}=${secret}`)
  return { kind: 'done', answer: lines.join('\n') }
}

interface MadeDialogProps {
  readonly what: RotateDialogProps['what']
  readonly made: string
  readonly onClose: () => void
}

/**
 * Shows the new secret, and links the guide. A click outside does not close it: it is shown once.
 */
function MadeDialog({ what, made, onClose }: MadeDialogProps) {
  const t = useTexts(PROJECT).rotate
  // The text gets the focus and not a button: a second press of Enter would close the dialog.
  const madeRef = useRef<HTMLPreElement>(null)
  return (
    <Dialog
      role="alertdialog"
      wide
      focusRef={madeRef}
      title={t[what].done}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.close}</Button>
          <CopyButton look="primary" text={made} label={t.copy} />
        </>
      }
    >
      <p>{t.shownOnce}</p>
      <pre ref={madeRef} tabIndex={-1} className={styles['made']}>
        {made}
      </pre>
      <section className={styles['steps']}>
        <h3>{t.steps}</h3>
        <ol>
          {t.guide[what].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
    </Dialog>
  )
}
