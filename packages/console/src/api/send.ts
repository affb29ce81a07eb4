import { endpointPaths } from 'virtual:endpoints'
import type { ParametersOf, SuccessOf } from '@latchkey/management'
import { requestPath } from '@latchkey/management/request-path'
import { onlineManager } from '@tanstack/react-query'
import type { EndpointId, Endpoints } from './endpoints.ts'
import type { Outcome, Refusal } from './outcome.ts'
import { readProof } from './proof.ts'
import { queryClient, SESSION_KEY } from './query-client.ts'

/** Answers of a proxy whose service does not run. */
const UNREACHABLE = [502, 504]

/** The parameters of a request to an endpoint. */
export type Parameters<Id extends EndpointId> = ParametersOf<Endpoints[Id]>
/** The answer of an endpoint that succeeded. */
export type Answer<Id extends EndpointId> = SuccessOf<Endpoints[Id]>

interface Options {
  readonly signal?: AbortSignal
  /** The solution of a challenge. */
  readonly solved?: string
}

/**
 * Sends one request to the service. Never repeats it: only queries, which read, are repeated. The
 * answer's type is trusted, since page and service are built together.
 * @throws only `AbortError`, of the signal
 */
export async function send<Id extends EndpointId>(
  id: Id,
  parameters: Parameters<Id>,
  { signal, solved }: Options = {},
): Promise<Outcome<Answer<Id>>> {
  const endpoint = endpointPaths[id]
  if (endpoint === undefined) throw new Error(`No endpoint ${id}`)
  const { params, query, body } = parameters as Readonly<Record<string, Values | undefined>>
  const proof = readProof()
  let response: Response
  let answer: Values
  try {
    response = await fetch(requestPath(endpoint, { params, query }), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(proof === undefined ? {} : { 'x-console-proof': proof }),
        ...(solved === undefined ? {} : { 'x-challenge-token': solved }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      // SECURITY: a redirect would take the request elsewhere.
      redirect: 'error',
      signal: signal ?? null,
    })
    answer = (await response.json()) as Values
  } catch (error) {
    if (signal?.aborted === true) throw error
    return lost()
  }
  if (UNREACHABLE.includes(response.status)) return lost()
  onlineManager.setOnline(true)
  if (response.ok) return { kind: 'done', answer: answer as Answer<Id> }
  // An endpoint without a least role begins a session, so its 401 does not end one.
  if (response.status === 401 && endpoint.leastRole !== undefined) queryClient.setQueryData(SESSION_KEY, null)
  const retryAfter = response.headers.get('retry-after')
  return refusalOf(response.status, retryAfter, answer, { ...params, ...query, ...body })
}

export type Values = Readonly<Record<string, unknown>>

/** Marks the connection as lost. Queries wait until it is back; see `ConnectionNotice`. */
function lost(): Outcome<never> {
  onlineManager.setOnline(false)
  return { kind: 'lost' }
}

/**
 * Reads a refusal.
 * @param sent the parameters of the request, one of which the message may name
 */
export function refusalOf(
  status: number,
  retryAfterHeader: string | null,
  body: Values,
  sent: Values = {},
): Refusal {
  const message = typeof body['message'] === 'string' ? body['message'] : `Status ${status}`
  const code = typeof body['code'] === 'string' ? body['code'] : undefined
  const retryAfter = Number(retryAfterHeader)
  return {
    kind: 'refused',
    status,
    message,
    code,
    // A refusal with a code is not about the form of a field.
    field:
      code === undefined
        ? Object.keys(sent).find((name) => new RegExp(`\\b${name}\\b`).test(message))
        : undefined,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
    body,
  }
}
