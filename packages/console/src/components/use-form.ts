import { useState } from 'react'
import { type Outcome, settled } from '../api/outcome.ts'

/** What was typed into a form, and how its request ended. */
export function useForm<Values extends object>(initial: Values | (() => Values)) {
  const [values, setValues] = useState(initial)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<unknown>>()
  /** The names of the fields that show their own refusals. */
  const shown = new Set<string>()

  const set = (change: Partial<Values>): void => setValues((before) => ({ ...before, ...change }))

  function errorOf(name: string): string | undefined {
    shown.add(name)
    return outcome?.kind === 'refused' && outcome.field === name ? outcome.message : undefined
  }
  return {
    values,
    set,
    isBusy,
    outcome,
    /** Forgets how the last request ended. */
    clear: (): void => setOutcome(undefined),
    errorOf,
    isBesideField: () => outcome?.kind === 'refused' && shown.has(outcome.field ?? ''),
    /** The properties of the field of a text: `<Field label={…} {...field('email')} />`. */
    field: (name: keyof Values & string) => ({
      value: values[name] as string,
      error: errorOf(name),
      onChange: ({ target }: { readonly target: { readonly value: string } }): void =>
        set({ [name]: target.value } as unknown as Partial<Values>),
    }),
    /** Sends the request, not twice at the same time. What was typed stays, whatever the outcome is. */
    async submit(request: () => Promise<Outcome<unknown>>): Promise<boolean> {
      if (isBusy) return false
      setBusy(true)
      const ended = await settled(request)
      setBusy(false)
      setOutcome(ended)
      return ended.kind === 'done'
    },
  }
}

export type FormParts = Pick<ReturnType<typeof useForm>, 'isBusy' | 'outcome' | 'isBesideField' | 'submit'>
