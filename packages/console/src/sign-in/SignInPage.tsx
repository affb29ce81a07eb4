import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { sessionQuery } from '../api/session.ts'
import { Field } from '../components/Field.tsx'
import { Form } from '../components/Form.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { CardPage } from './CardPage.tsx'
import { CodeField } from './CodeField.tsx'
import { signIn } from './sign-in.ts'

const isCodeAsked = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'refused' && outcome.code === 'TOTP_NEEDED'

/** E-mail and password, then the code of the authenticator app if there is one. */
export function SignInPage() {
  const t = useTexts(SHELL)
  const { history } = useRouter()
  const { to = '/' } = useSearch({ from: '/sign-in' })
  const { data: session } = useQuery(sessionQuery)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const [isCodeNeeded, setCodeNeeded] = useState(false)

  const isSignedIn = session !== undefined && session !== null
  useEffect(() => {
    if (isSignedIn) history.replace(to)
  }, [isSignedIn, history, to])

  async function submit(): Promise<Outcome<unknown>> {
    const outcome = await signIn({ email: email.trim(), password, ...(isCodeNeeded ? { totp } : {}) })
    if (isCodeAsked(outcome)) setCodeNeeded(true)
    if (outcome.kind === 'refused') setTotp('')
    return outcome
  }

  return (
    <CardPage title={t.signIn.title} lead={isCodeNeeded ? email : undefined}>
      <Form
        key={String(isCodeNeeded)}
        action={t.signIn.action}
        onSubmit={submit}
        isExpected={isCodeAsked}
        buttons={isCodeNeeded && <Button onClick={() => setCodeNeeded(false)}>{t.signIn.back}</Button>}
      >
        {(errorOf) =>
          isCodeNeeded ? (
            <CodeField value={totp} onChange={setTotp} />
          ) : (
            <>
              <Field
                label={t.signIn.email}
                error={errorOf('email')}
                type="email"
                autoComplete="username"
                required
                autoFocus
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
              <Field
                label={t.signIn.password}
                error={errorOf('password')}
                type="password"
                autoComplete="current-password"
                required
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            </>
          )
        }
      </Form>
    </CardPage>
  )
}
