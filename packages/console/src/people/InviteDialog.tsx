import type { Role } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useState } from 'react'
import { readAgain } from '../api/query.ts'
import { type Answer, send } from '../api/send.ts'
import { ROLES } from '../api/session.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { Field } from '../components/Field.tsx'
import { Form } from '../components/Form.tsx'
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
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('support')
  return (
    <Dialog title={people.invite} onClose={onClose}>
      <Form
        action={people.inviteAction}
        buttons={<Button onClick={onClose}>{t.actions.cancel}</Button>}
        onSubmit={async () => {
          const outcome = await send('invitePerson', { body: { email: email.trim(), role } })
          if (outcome.kind === 'done') {
            onMade(outcome.answer)
            void readAgain('listPeople')
          }
          return outcome
        }}
        onDone={onClose}
      >
        {(errorOf) => (
          <>
            <Field
              label={t.signIn.email}
              error={errorOf('email')}
              type="email"
              autoComplete="off"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <fieldset>
              <legend className={styles['legend']}>{people.role}</legend>
              {ROLES.map((value) => (
                <label key={value} className={styles['role']}>
                  <input type="radio" name="role" checked={role === value} onChange={() => setRole(value)} />
                  <span>
                    {t.roles[value].name}
                    <small>{t.roles[value].text}</small>
                  </span>
                </label>
              ))}
            </fieldset>
          </>
        )}
      </Form>
    </Dialog>
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
      // Kept open by a click outside: the link is shown once.
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
