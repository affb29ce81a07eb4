import type { Outcome } from '../api/outcome.ts'

/** Puts the refusals of a page into its language, beside the field that each is about. */
export function inWords<Answer>(
  outcome: Outcome<Answer>,
  texts: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>> = {},
): Outcome<Answer> {
  if (outcome.kind !== 'refused') return outcome
  const { code = '', message, field } = outcome
  return { ...outcome, message: texts[code] ?? message, field: field ?? fields[code] }
}
