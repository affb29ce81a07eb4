import { Value } from 'typebox/value'
import type { Endpoint, SuccessOf } from './endpoint.ts'

export type ReadAnswer<E extends Endpoint> =
  | { readonly kind: 'read'; readonly value: SuccessOf<E> }
  /** `field` is a JSON pointer to the invalid field. It contains no value of the answer. */
  | { readonly kind: 'malformed'; readonly field: string; readonly problem: string }

/** Validates the body of a 200 with the endpoint's schema. Unknown fields are accepted. */
export function readAnswer<E extends Endpoint>(endpoint: E, body: unknown): ReadAnswer<E> {
  if (Value.Check(endpoint.success, body)) return { kind: 'read', value: body as SuccessOf<E> }
  const error = Value.Errors(endpoint.success, body)[0]
  return {
    kind: 'malformed',
    field: error?.instancePath || '/',
    problem: error?.message ?? 'is not as documented',
  }
}
