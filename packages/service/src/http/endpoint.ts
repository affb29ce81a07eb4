import { type Endpoint, isBodyRequired, routePath, type SuccessOf } from '@latchkey/management'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Account } from '../domain/accounts.ts'
import type { Guard } from '../security/access.ts'
import { isRefusal, type Refusal, refuseBy, sendRefusal } from './refusals.ts'

type PartOf<E, Name extends string> =
  E extends Readonly<Record<Name, infer Schema extends TSchema>> ? Static<Schema> : undefined

/** A request that passed the guard and the validation. */
export interface Received<E extends Endpoint> {
  readonly params: PartOf<E, 'params'>
  readonly query: PartOf<E, 'query'>
  readonly body: PartOf<E, 'body'>
  readonly account: E['credentials']['kind'] extends 'api-key' ? Account : undefined
  readonly now: number
  readonly address: string
}

export type Handler<E extends Endpoint> = (received: Received<E>) => Promise<SuccessOf<E> | Refusal>

export interface RouteOptions {
  readonly bodyLimit?: number
  /** For a body over the limit. */
  readonly tooLarge?: Refusal
  /** Runs after the guard, before the body is read. */
  readonly admit?: (request: FastifyRequest, reply: FastifyReply) => Refusal | undefined
  /** Who reads its errors, when that is not a management client. */
  readonly audience?: 'app-user'
}

/** Adds the route of an endpoint: its path, parameters, body and answer come from the table. */
export function registerEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  guard: Guard,
  handler: Handler<E>,
  { bodyLimit, tooLarge, admit, audience }: RouteOptions = {},
): void {
  const { params, query, headers, body } = endpoint
  app.route({
    method: endpoint.method,
    url: routePath(endpoint),
    schema: {
      ...(params !== undefined && { params }),
      ...(query !== undefined && { querystring: query }),
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && { body }),
      response: { 200: endpoint.success },
    },
    config: {
      endpoint,
      ...(endpoint.subject === 'Plant store' && { audience: 'plant-store' as const }),
      ...(audience !== undefined && { audience }),
      ...(tooLarge !== undefined && { tooLarge }),
    },
    ...(bodyLimit !== undefined && { bodyLimit }),
    onRequest: admit === undefined ? refuseBy(guard) : refuseBy(guard, admit),
    async preValidation(request) {
      // An empty body means {}.
      if (body !== undefined && !isBodyRequired(endpoint)) request.body ??= {}
    },
    handler(request, reply) {
      const received = receivedOf<E>(request)
      // A handler that takes long must not hold a body of megabytes in memory.
      request.body = undefined
      return handler(received).then((answer) =>
        isRefusal(answer) ? sendRefusal(request, reply, answer) : answer,
      )
    },
  })
}

/** The guard and the validation have checked these types. */
const receivedOf = <E extends Endpoint>(request: FastifyRequest): Received<E> =>
  ({
    params: request.params,
    query: request.query,
    body: request.body,
    account: request.account,
    now: request.now,
    address: request.ip,
  }) as Received<E>
