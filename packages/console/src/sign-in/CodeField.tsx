import { Field } from '../components/Field.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'

interface CodeFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}

/** The six digits of an authenticator app, however they were pasted. */
export function CodeField({ value, onChange, error }: CodeFieldProps) {
  const t = useTexts(SHELL)
  return (
    <Field
      label={t.signIn.code}
      hint={t.signIn.codeHint}
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6}"
      required
      autoFocus
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
    />
  )
}
