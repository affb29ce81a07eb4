import type { TSchema } from 'typebox'
import type { EndpointData, Refusal } from './endpoint.ts'

/**
 * Every documented refusal of an endpoint: its own, and those that follow from its parameters and
 * credentials. Source: interface, "Authentication", 1 to 3, and "Errors".
 */
export function refusalsOf(endpoint: EndpointData): readonly Refusal[] {
  const all = [
    ...requestRefusals(endpoint),
    ...credentialRefusals(endpoint),
    ...(endpoint.refusals ?? []),
    ...loadRefusals(endpoint),
  ]
  return all.toSorted((a, b) => a.status - b.status)
}

function requestRefusals({ method, params, query, body }: EndpointData): readonly Refusal[] {
  const refusals: Refusal[] = []
  if (params !== undefined || query !== undefined || body !== undefined) {
    refusals.push({
      status: 400,
      when: 'a parameter or a field is missing, unknown or of a wrong type; the message names it',
    })
  }
  // Fastify also parses a body that the endpoint does not expect.
  if (method !== 'GET') {
    refusals.push(
      { status: 413, when: 'the body is larger than the service accepts' },
      { status: 415, when: 'the body is not sent as `application/json`' },
    )
  }
  return refusals
}

function credentialRefusals({ credentials, challenged }: EndpointData): readonly Refusal[] {
  switch (credentials.kind) {
    case 'api-key':
      return [
        { status: credentials.missing, when: 'the request has no API key' },
        { status: credentials.wrong, when: 'the API key is wrong' },
        { status: 403, when: 'the API key is disabled or has expired' },
        { status: 403, when: "the client's address is not on the account's allow list" },
        ...(challenged === true
          ? [{ status: 403, when: 'the request is challenged: the answer contains a `challenge` to solve' }]
          : []),
      ]
    case 'plant-token':
      return [{ status: 401, when: 'the bearer token is missing or wrong' }]
    case 'session':
      return [
        { status: 401, when: 'nobody is signed in, or the session has ended' },
        { status: 403, when: 'the role of the person does not allow it, or something is to be set up first' },
      ]
    case 'customer':
      return [
        { status: 401, when: 'nobody is signed in, or the session has ended (`SIGN_IN_NEEDED`)' },
        ...(credentials.proof === true
          ? [{ status: 403, when: 'the last proof by mail is older than 15 minutes (`PROOF_NEEDED`)' }]
          : []),
      ]
    case 'none':
    case 'in-body':
    case 'shared-secrets':
      return []
  }
}

/** The refusal of every endpoint with a rate limit. */
export const TOO_MANY_REQUESTS: Refusal = {
  status: 429,
  when: 'there were too many requests; `Retry-After` holds the seconds to wait',
}

const loadRefusals = ({ credentials }: EndpointData): readonly Refusal[] =>
  credentials.kind === 'none'
    ? []
    : [TOO_MANY_REQUESTS, { status: 503, when: 'the database is not reachable; nothing was changed' }]

/** The description and the schema of the answers with one status. */
export interface Answer {
  readonly description: string
  readonly schema: TSchema
}

/** Every documented answer of an endpoint by status, with all its conditions in one text. */
export function answersOf(endpoint: EndpointData): Readonly<Record<number, Answer>> {
  const answers: Record<number, Answer> = {
    200: { description: 'The request succeeded or was decided.', schema: endpoint.success },
  }
  for (const [status, refusals] of Map.groupBy(refusalsOf(endpoint), (refusal) => refusal.status)) {
    const description = `Refused when ${refusals.map(({ when }) => when).join('; or when ')}.`
    answers[status] = { description, schema: endpoint.refusal }
  }
  return answers
}
