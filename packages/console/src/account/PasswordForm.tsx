import { readAgain, readSessionAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { useSession } from '../api/session.ts'
import { Field } from '../components/Field.tsx'
import { Form, useForm } from '../components/Form.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { UserName } from './UserName.tsx'

/** The service has the same limit, and decides by it. */
const SHORTEST_PASSWORD = 12
const NOTHING = { current: '', password: '' }

interface PasswordFormProps {
  /** Gets the new password, for the next step. */
  readonly onSet?: (password: string) => void
}

/** Sets a new password. The current one is needed, except after a sign-in by link. */
export function PasswordForm({ onSet }: PasswordFormProps) {
  const { password: t, proof } = useTexts(SHELL)
  const { person, by_link: isByLink } = useSession()
  const form = useForm(NOTHING)
  const { current, password } = form.values
  const isCurrentSent = person.has_password && !(isByLink && current === '')

  if (!person.has_password && !isByLink) return <p>{proof.freshLink}</p>

  function handleDone(): void {
    onSet?.(password)
    form.set(NOTHING)
    showToast({ text: t.done })
    void readSessionAgain()
    void readAgain('listSessions')
  }

  return (
    <Form
      form={form}
      action={t.action}
      onSubmit={() => send('setPassword', { body: { password, ...(isCurrentSent && { current }) } })}
      onDone={handleDone}
    >
      <UserName />
      {person.has_password && (
        <Field
          label={t.current}
          hint={isByLink ? t.forgotten : undefined}
          type="password"
          autoComplete="current-password"
          required={!isByLink}
          {...form.field('current')}
        />
      )}
      <Field
        label={t.fresh}
        hint={t.hint(SHORTEST_PASSWORD)}
        type="password"
        autoComplete="new-password"
        minLength={SHORTEST_PASSWORD}
        required
        {...form.field('password')}
      />
    </Form>
  )
}
