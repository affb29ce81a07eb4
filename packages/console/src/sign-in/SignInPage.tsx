import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { sessionQuery } from '../api/session.ts'
import { Field } from '../components/Field.tsx'
import { Form, useForm } from '../components/Form.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { CardPage } from './CardPage.tsx'
import { CodeField } from './CodeField.tsx'
import { signIn } from './sign-in.ts'

/** E-mail and password, then the code of the authenticator app if there is one. */
export function SignInPage() {
  const t = useTexts(SHELL)
  const { history } = useRouter()
  const { to = '/' } = useSearch({ from: '/sign-in' })
  const { data: session } = useQuery(sessionQuery)
  const form = useForm({ email: '', password: '' })
  const codeForm = useForm({ totp: '' })
  const [isCodeNeeded, setCodeNeeded] = useState(false)

  const isSignedIn = session !== undefined && session !== null
  useEffect(() => {
    if (isSignedIn) history.replace(to)
  }, [isSignedIn, history, to])

  async function submit(): Promise<Outcome<unknown>> {
    const { email, password } = form.values
    const code = isCodeNeeded ? codeForm.values : {}
    const outcome = await signIn({ email: email.trim(), password, ...code })
    if (outcome.kind === 'refused') codeForm.set({ totp: '' })
    return outcome
  }
  /** Submits the password. If a code is needed, asks for it instead of showing a problem. */
  async function submitPassword(): Promise<Outcome<unknown>> {
    const outcome = await submit()
    if (outcome.kind !== 'refused' || outcome.code !== 'TOTP_NEEDED') return outcome
    codeForm.clear()
    setCodeNeeded(true)
    return { kind: 'done', answer: undefined }
  }

  if (isCodeNeeded) {
    return (
      <CardPage title={t.signIn.title} lead={form.values.email}>
        <Form
          key="code"
          form={codeForm}
          action={t.signIn.action}
          onSubmit={submit}
          buttons={<Button onClick={() => setCodeNeeded(false)}>{t.signIn.back}</Button>}
        >
          <CodeField {...codeForm.field('totp')} />
        </Form>
      </CardPage>
    )
  }
  return (
    <CardPage title={t.signIn.title}>
      <Form form={form} action={t.signIn.action} onSubmit={submitPassword}>
        <Field
          label={t.signIn.email}
          type="email"
          autoComplete="username"
          required
          autoFocus
          {...form.field('email')}
        />
        <Field
          label={t.signIn.password}
          type="password"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
      </Form>
    </CardPage>
  )
}
