import { type Endpoint, isBodyRequired, routePath, type SuccessOf } from '@latchkey/management'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Account } from '../domain/accounts.ts'
import type { Origin } from '../domain/events.ts'
import { given } from '../domain/given.ts'
import type { SignedInPerson } from '../domain/people.ts'
import type { GuardOf } from '../security/access.ts'
import { isRefusal, type Refusal, refuseBy, sendRefusal } from './refusals.ts'

type PartOf<E, Name extends string> =
  E extends Readonly<Record<Name, infer Schema extends TSchema>> ? Static<Schema> : undefined

/** A request that passed the guard and the validation. */
export interface Received<E extends Endpoint> {
  readonly params: PartOf<E, 'params'>
  readonly query: PartOf<E, 'query'>
  readonly body: PartOf<E, 'body'>
  readonly account: E['credentials']['kind'] extends 'api-key' | 'session' ? Account : undefined
  readonly signedIn: E['credentials']['kind'] extends 'session' ? SignedInPerson : undefined
  readonly now: number
  /** For the events of a change. */
  readonly by: Origin
}

export interface RouteOptions {
  readonly bodyLimit?: number
  /** For a body over the limit. */
  readonly tooLarge?: Refusal
  /** Runs after the guard, before the body is read. */
  readonly admit?: (request: FastifyRequest, reply: FastifyReply) => Refusal | undefined
}

/** Adds the route of an endpoint: its path, parameters, body and answer come from the table. */
export type RegisterEndpoint = <E extends Endpoint>(
  endpoint: E,
  handler: (received: Received<E>, reply: FastifyReply) => Promise<SuccessOf<E> | Refusal>,
  options?: RouteOptions,
) => void

export const createRegister =
  (app: FastifyInstance, guardOf: GuardOf): RegisterEndpoint =>
  (endpoint, handler, { bodyLimit, tooLarge, admit } = {}) => {
    const { params, query: querystring, headers, body } = endpoint
    app.route({
      method: endpoint.method,
      url: routePath(endpoint),
      schema: given({ params, querystring, headers, body, response: { 200: endpoint.success } }),
      config: { endpoint, ...given({ tooLarge }) },
      ...given({ bodyLimit }),
      onRequest: refuseBy(guardOf(endpoint), ...(admit === undefined ? [] : [admit])),
      async preValidation(request) {
        // An empty body means {}.
        if (body !== undefined && !isBodyRequired(endpoint)) request.body ??= {}
      },
      handler(request, reply) {
        const received = receivedOf<typeof endpoint>(request)
        // A handler that takes long must not hold a body of megabytes in memory.
        request.body = undefined
        return handler(received, reply).then((answer) =>
          isRefusal(answer) ? sendRefusal(request, reply, answer) : answer,
        )
      },
    })
  }

function receivedOf<E extends Endpoint>(request: FastifyRequest): Received<E> {
  const { params, query, body, account, signedIn, now, ip } = request
  const fields = Object.keys(body ?? {})
  const by: Origin =
    signedIn === undefined
      ? { at: now, actor: 'api-key', address: ip, fields }
      : { at: now, actor: 'person', person: signedIn.person.email, address: ip, fields }
  // The guard and the validation have checked these types.
  return { params, query, body, account, signedIn, now, by } as Received<E>
}
