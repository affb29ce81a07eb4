import { endpointPaths } from 'virtual:endpoints'
import type { MY_ENDPOINTS, MyEndpointId, MyRefused, ParametersOf, SuccessOf } from '@latchkey/management'

type Endpoints = typeof MY_ENDPOINTS
type BodyOf<Id extends MyEndpointId> =
  ParametersOf<Endpoints[Id]> extends { readonly body: infer Body } ? readonly [body: Body] : readonly []

/** How a request ended. `lost`: no answer arrived, so that a change may have been made. */
export type Outcome<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | {
      readonly kind: 'refused'
      readonly status: number
      /** The name of the reason, or empty. */
      readonly code: string
      /** After too many requests: the seconds to wait. */
      readonly waitSeconds: number
    }
  | { readonly kind: 'lost' }
  /** The customer did not prove the own address, so the request was given up. */
  | { readonly kind: 'cancelled' }

export type Failure = Exclude<Outcome<never>, { kind: 'done' }>
export type Send = <Id extends MyEndpointId>(
  id: Id,
  ...body: BodyOf<Id>
) => Promise<Outcome<SuccessOf<Endpoints[Id]>>>

/** Sends one request, and never repeats it. The answer's type is trusted: one build has page and service. */
export const send: Send = async <Id extends MyEndpointId>(id: Id, ...[body]: BodyOf<Id>) => {
  const endpoint = endpointPaths[id]
  if (endpoint === undefined) throw new Error(`No endpoint ${id}`)
  try {
    const response = await fetch(endpoint.path, {
      method: endpoint.method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      // SECURITY: a redirect would take the request elsewhere.
      redirect: 'error',
    })
    const answer: unknown = await response.json()
    if (response.ok) return { kind: 'done', answer: answer as SuccessOf<Endpoints[Id]> }
    const { code = '' } = answer as Partial<MyRefused>
    const waitSeconds = Number(response.headers.get('retry-after') ?? 60)
    return { kind: 'refused', status: response.status, code, waitSeconds }
  } catch {
    return { kind: 'lost' }
  }
}
