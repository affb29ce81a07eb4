import type { TSchema } from 'typebox'
import type { EndpointData, Refusal } from './endpoint.ts'

/**
 * Every documented refusal of an endpoint: its own, and those that follow from what it takes.
 * Source: interface, "Authentication", 1 to 3, and "Errors".
 */
export function refusalsOf(endpoint: EndpointData): readonly Refusal[] {
  const all = [
    ...ofShape(endpoint),
    ...ofCredentials(endpoint),
    ...endpoint.refusals,
    ...ofTheMoment(endpoint),
  ]
  return all.toSorted((a, b) => a.status - b.status)
}

function ofShape({ method, params, query, body }: EndpointData): readonly Refusal[] {
  const shape: Refusal[] = []
  if (params !== undefined || query !== undefined || body !== undefined) {
    shape.push({
      status: 400,
      when: 'a parameter or a field is missing, unknown or not of its documented type; the message names it',
    })
  }
  // A DELETE may come with a body, too, although none is asked for.
  if (body !== undefined || method === 'DELETE') {
    shape.push(
      { status: 413, when: 'a body is larger than the service takes' },
      { status: 415, when: 'a body is not sent as `application/json`' },
    )
  }
  return shape
}

function ofCredentials({ credentials, challenged }: EndpointData): readonly Refusal[] {
  switch (credentials.kind) {
    case 'api-key':
      return [
        { status: credentials.missing, when: 'the request carries no API key' },
        { status: credentials.wrong, when: 'the API key is wrong' },
        { status: 403, when: 'the API key is disabled or has expired' },
        { status: 403, when: "the request comes from an address that is not on the account's allow list" },
        ...(challenged === true
          ? [{ status: 403, when: 'the request is challenged: the body has a `challenge` to solve' }]
          : []),
      ]
    case 'plant-token':
      return [{ status: 401, when: 'the bearer token is missing or wrong' }]
    case 'none':
    case 'in-body':
    case 'shared-secrets':
      return []
  }
}

export const TOO_MANY_REQUESTS: Refusal = {
  status: 429,
  when: 'too many requests came; `Retry-After` says in how many seconds to come again',
}

const ofTheMoment = ({ credentials }: EndpointData): readonly Refusal[] =>
  credentials.kind === 'none'
    ? []
    : [TOO_MANY_REQUESTS, { status: 503, when: 'the database cannot be reached; nothing was changed' }]

export interface Answer {
  readonly description: string
  readonly schema: TSchema
}

/** Every documented answer of an endpoint by its status, the conditions of a refusal gathered in one text. */
export function answersOf(endpoint: EndpointData): Readonly<Record<number, Answer>> {
  const answers: Record<number, Answer> = {
    200: { description: 'Done, or decided.', schema: endpoint.success },
  }
  for (const [status, refusals] of Map.groupBy(refusalsOf(endpoint), (refusal) => refusal.status)) {
    const description = `Refused: ${refusals.map(({ when }) => when).join('; or ')}.`
    answers[status] = { description, schema: endpoint.refusal }
  }
  return answers
}
