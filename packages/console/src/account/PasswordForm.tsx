import { useState } from 'react'
import { readAgain, readSessionAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { useSession } from '../api/session.ts'
import { Field } from '../components/Field.tsx'
import { Form } from '../components/Form.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'

/** Also in the service, which counts. */
const SHORTEST_PASSWORD = 12

/** Sets a new password. The present one is asked, except after a sign-in by link. */
export function PasswordForm() {
  const t = useTexts(SHELL)
  const { person, by_link: isByLink } = useSession()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const isCurrentAsked = person.has_password && !isByLink

  async function done(): Promise<void> {
    setCurrent('')
    setPassword('')
    showToast({ text: t.password.done })
    await Promise.all([readSessionAgain(), readAgain('listSessions')])
  }

  return (
    <Form
      action={t.password.action}
      onSubmit={() => send('setPassword', { body: { password, ...(isCurrentAsked ? { current } : {}) } })}
      onDone={done}
    >
      {(errorOf) => (
        <>
          {/* For password managers, which store it with the password. */}
          <input type="hidden" autoComplete="username" value={person.email} readOnly />
          {isCurrentAsked && (
            <Field
              label={t.password.current}
              error={errorOf('current')}
              type="password"
              autoComplete="current-password"
              required
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          )}
          <Field
            label={t.password.fresh}
            hint={t.password.hint(SHORTEST_PASSWORD)}
            error={errorOf('password')}
            type="password"
            autoComplete="new-password"
            minLength={SHORTEST_PASSWORD}
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      )}
    </Form>
  )
}
