import { readAgain, readSessionAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { useSession } from '../api/session.ts'
import { Field } from '../components/Field.tsx'
import { Form, useForm } from '../components/Form.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { UserName } from './UserName.tsx'

/** Also in the service, which counts. */
const SHORTEST_PASSWORD = 12
const NOTHING = { current: '', password: '' }

/** Sets a new password. The present one is asked, except after a sign-in by link. */
export function PasswordForm() {
  const t = useTexts(SHELL).password
  const { person, by_link: isByLink } = useSession()
  const form = useForm(NOTHING)
  const { current, password } = form.values
  const isCurrentAsked = person.has_password && !isByLink

  function handleDone(): void {
    form.set(NOTHING)
    showToast({ text: t.done })
    void readSessionAgain()
    void readAgain('listSessions')
  }

  return (
    <Form
      form={form}
      action={t.action}
      onSubmit={() => send('setPassword', { body: { password, ...(isCurrentAsked && { current }) } })}
      onDone={handleDone}
    >
      <UserName />
      {isCurrentAsked && (
        <Field
          label={t.current}
          type="password"
          autoComplete="current-password"
          required
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
