import type { ComponentProps } from 'react'
import { Field } from '../components/Field.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'

interface CodeFieldProps
  extends Pick<ComponentProps<typeof Field>, 'value' | 'error' | 'hint' | 'required' | 'autoFocus'> {
  readonly onChange: (change: { readonly target: { readonly value: string } }) => void
}

/** The six digits of an authenticator app, however they were pasted. */
export function CodeField({ onChange, ...field }: CodeFieldProps) {
  const t = useTexts(SHELL)
  return (
    <Field
      label={t.signIn.code}
      hint={t.signIn.codeHint}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6}"
      required
      autoFocus
      {...field}
      onChange={({ target }) =>
        onChange({ target: { value: target.value.replaceAll(/\D/g, '').slice(0, 6) } })
      }
    />
  )
}
