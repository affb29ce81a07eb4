import type { Outcome } from '../api/outcome.ts'

/** Translates the refusals of a page, and puts them beside their fields. */
export function inWords<Answer>(
  outcome: Outcome<Answer>,
  texts: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>> = {},
): Outcome<Answer> {
  if (outcome.kind !== 'refused') return outcome
  const { code = '', message, field } = outcome
  return { ...outcome, message: texts[code] ?? message, field: field ?? fields[code] }
}
