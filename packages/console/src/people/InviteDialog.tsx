import type { Role } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { NO_PROOF, type Proof, ProofDialog } from '../account/ProofDialog.tsx'
import { readAgain } from '../api/query.ts'
import { type Answer, send } from '../api/send.ts'
import { ROLES } from '../api/session.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { Field } from '../components/Field.tsx'
import { useForm } from '../components/Form.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './InviteDialog.module.css'
import { PEOPLE } from './texts.ts'

interface InviteDialogProps {
  readonly onMade: (answer: Answer<'invitePerson'>) => void
  readonly onClose: () => void
}

/** Asks for an address and a role. */
export function InviteDialog({ onMade, onClose }: InviteDialogProps) {
  const t = useTexts(SHELL)
  const people = useTexts(PEOPLE)
  const form = useForm<typeof NO_PROOF & { email: string; role: Role }>({
    ...NO_PROOF,
    email: '',
    role: 'support',
  })
  const { email, role } = form.values

  async function submit(proof: Proof) {
    const outcome = await send('invitePerson', { body: { email: email.trim(), role, ...proof } })
    if (outcome.kind === 'done') {
      onMade(outcome.answer)
      void readAgain('listPeople')
    }
    return outcome
  }
  return (
    <ProofDialog
      form={form}
      title={people.invite}
      action={people.inviteAction}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t.signIn.email} type="email" required {...form.field('email')} />
      <fieldset>
        <legend className={styles['legend']}>{people.role}</legend>
        {ROLES.map((value) => (
          <label key={value} className={styles['role']}>
            <input
              type="radio"
              name="role"
              checked={role === value}
              onChange={() => form.set({ role: value })}
            />
            <span>
              {t.roles[value].name}
              <small>{t.roles[value].text}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </ProofDialog>
  )
}

interface LinkDialogProps {
  readonly answer: Answer<'changePerson'>
  readonly onClose: () => void
}

/** Shows a one-time link, once. */
export function LinkDialog({
  answer: { person, link = '', link_until: until = 0 },
  onClose,
}: LinkDialogProps) {
  const t = useTexts(SHELL)
  const people = useTexts(PEOPLE)
  const formats = useFormats()
  return (
    <Dialog
      title={people.linkTitle(person.email)}
      onClose={onClose}
      // A click outside does not close the dialog, because the link is shown once.
      role="alertdialog"
      actions={
        <>
          <Button onClick={onClose}>{t.actions.close}</Button>
          <CopyButton look="primary" text={link} label={people.copyLink} />
        </>
      }
    >
      <p>{people.linkText(formats.moment(until))}</p>
      <p className={styles['link']}>
        <code>{link}</code>
      </p>
    </Dialog>
  )
}
