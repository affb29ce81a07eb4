import { type Endpoint, isBodyRequired, routePath, type SuccessOf } from '@latchkey/management'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Account } from '../domain/accounts.ts'
import type { Guard } from '../security/access.ts'
import { HttpError } from './http-error.ts'

type PartOf<E, Name extends string> =
  E extends Readonly<Record<Name, infer Schema extends TSchema>> ? Static<Schema> : undefined

/** A request that passed the guard and has the shape that the endpoint asks for. */
export interface Received<E extends Endpoint> {
  readonly params: PartOf<E, 'params'>
  readonly query: PartOf<E, 'query'>
  readonly body: PartOf<E, 'body'>
  readonly account: E['credentials']['kind'] extends 'api-key' ? Account : undefined
  readonly now: number
  readonly address: string
}

/** A refusal is returned, like any other answer; the error handler gives it its form. */
export type Handler<E extends Endpoint> = (received: Received<E>) => Promise<SuccessOf<E> | HttpError>

export interface RouteOptions {
  readonly bodyLimit?: number
  readonly tooLargeMessage?: string
  /** Asked after the guard, before the body is read. */
  readonly admit?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Who reads its errors, when that is not a management client. */
  readonly audience?: 'app-user'
}

/** Makes a route of an endpoint of the table: its path, what it takes and what it answers. */
export function registerEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  guard: Guard,
  handler: Handler<E>,
  { bodyLimit, tooLargeMessage, admit, audience }: RouteOptions = {},
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
      ...(endpoint.subject === 'Plant store' && { audience: 'plant-store' as const }),
      ...(audience !== undefined && { audience }),
      ...(tooLargeMessage !== undefined && { tooLargeMessage }),
    },
    ...(bodyLimit !== undefined && { bodyLimit }),
    onRequest: admit === undefined ? guard : [guard, admit],
    async preValidation(request) {
      // Nothing at all says the same as an object that says nothing.
      if (body !== undefined && !isBodyRequired(endpoint)) request.body ??= {}
    },
    handler(request) {
      const received = receivedOf<E>(request)
      // An answer that takes long must not hold a body of megabytes in memory all the while.
      request.body = undefined
      return handler(received).then((answer) => {
        if (answer instanceof HttpError) throw answer
        return answer
      })
    },
  })
}

/** The guard and the validation have made it so. */
const receivedOf = <E extends Endpoint>(request: FastifyRequest): Received<E> =>
  ({
    params: request.params,
    query: request.query,
    body: request.body,
    account: request.account,
    now: request.now,
    address: request.ip,
  }) as Received<E>
