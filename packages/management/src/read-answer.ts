import { Value } from 'typebox/value'
import type { Endpoint, SuccessOf } from './endpoint.ts'

export type ReadAnswer<E extends Endpoint> =
  | { readonly kind: 'read'; readonly value: SuccessOf<E> }
  /** `field` is a JSON pointer to what is wrong. It never holds a value. */
  | { readonly kind: 'malformed'; readonly field: string; readonly problem: string }

/** Holds the body of a 200 against the endpoint's schema. Fields that a newer service added are let through. */
export function readAnswer<E extends Endpoint>(endpoint: E, body: unknown): ReadAnswer<E> {
  if (Value.Check(endpoint.success, body)) return { kind: 'read', value: body as SuccessOf<E> }
  const error = Value.Errors(endpoint.success, body)[0]
  return {
    kind: 'malformed',
    field: error?.instancePath || '/',
    problem: error?.message ?? 'is not as documented',
  }
}
