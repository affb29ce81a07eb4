import { Readable } from 'node:stream'
import { type Endpoint, isBodyRequired, MyRefused, routePath, type SuccessOf } from '@latchkey/management'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Account } from '../accounts/accounts.ts'
import type { SignedInPerson } from '../accounts/people.ts'
import type { Project } from '../accounts/projects.ts'
import type { SignedInCustomer } from '../customer/customers.ts'
import type { Origin } from '../event-log/events.ts'
import { definedFields } from '../fields.ts'
import { isRefusal, type Refusal, refuse } from '../refusal.ts'
import type { GuardOf } from '../security/access.ts'
import type { CoreStorage } from '../storage/storage.ts'
import { refuseBy, sendRefusal } from './refusals.ts'
import { createTurns } from './turns.ts'

type PartOf<E, Name extends string> =
  E extends Readonly<Record<Name, infer Schema extends TSchema>> ? Static<Schema> : undefined

/** A request that passed the guard and the validation. */
export interface Received<E extends Endpoint> {
  readonly params: PartOf<E, 'params'>
  readonly query: PartOf<E, 'query'>
  readonly body: PartOf<E, 'body'>
  /** The body of an endpoint with `bytes`, which the handler reads. */
  readonly bytes: E extends { readonly bytes: true } ? Readable : undefined
  readonly account: E['credentials']['kind'] extends 'api-key' | 'session' | 'customer' ? Account : undefined
  readonly signedIn: E['credentials']['kind'] extends 'session' ? SignedInPerson : undefined
  readonly customer: E['credentials']['kind'] extends 'customer' ? SignedInCustomer : undefined
  /**
   * The project in the path, if the account owns it. A project of another account counts as
   * missing.
   */
  readonly project: 'project_id' extends keyof PartOf<E, 'params'> ? Project : undefined
  readonly now: number
  /** The origin of the events of a change. */
  readonly by: Origin
}

export interface RouteOptions {
  readonly bodyLimit?: number
  /** The refusal when the account has no such project. */
  readonly missing?: Refusal
  /** The refusal of a body over the limit. */
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

/** The turns of the process, which has one event loop for both listeners. */
const nextTurn = createTurns()

export const createRegister =
  (
    app: FastifyInstance,
    guardOf: GuardOf,
    storage: Pick<CoreStorage, 'findProject' | 'lapseBans'>,
  ): RegisterEndpoint =>
  (endpoint, handler, { bodyLimit, missing = refuse('no-such-project'), tooLarge, admit } = {}) => {
    const guard = guardOf(endpoint)
    const isInTurn = ['api-key', 'session', 'customer'].includes(endpoint.credentials.kind)
    const guardInTurn: typeof guard = async (request) => {
      if (isInTurn) await nextTurn()
      return guard(request)
    }
    const { params, query: querystring, headers, body } = endpoint
    const isOfProject = params !== undefined && 'project_id' in params.properties

    const findProject = async ({ account, params, now }: FastifyRequest) => {
      if (account === undefined || !isOfProject) return undefined
      const { project_id } = params as { readonly project_id: string }
      const project = await storage.findProject(account.id, project_id)
      // Removes bans that have ended, so that no answer shows them.
      if (project !== undefined) await storage.lapseBans(now)
      return project
    }
    /**
     * This function is separate, because the route's function holds what it refers to until the
     * answer is sent.
     */
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      const received = receivedOf(request)
      // A request that takes long must not keep a body of megabytes in memory.
      request.body = undefined
      return findProject(request).then((project): ReturnType<typeof handler> | Refusal =>
        isOfProject && project === undefined
          ? missing
          : // The guard and the validation have checked these types.
            handler({ ...received, project } as Received<typeof endpoint>, reply),
      )
    }
    app.route({
      method: endpoint.method,
      url: routePath(endpoint),
      schema: definedFields({ params, querystring, headers, body, response: { 200: endpoint.success } }),
      config: { endpoint, ...definedFields({ tooLarge }) },
      ...definedFields({ bodyLimit }),
      onRequest: refuseBy(guardInTurn, ...(admit === undefined ? [] : [admit])),
      async preValidation(request) {
        // An empty body means {}.
        if (body !== undefined && !isBodyRequired(endpoint)) request.body ??= {}
      },
      handler: (request, reply) =>
        answer(request, reply).then((found) =>
          isRefusal(found) ? sendRefusal(request, reply, found) : found,
        ),
    })
  }

/** The first fields of every answer. */
export const done = (message: string) => ({ success: true, message })

function receivedOf(request: FastifyRequest) {
  const { params, query, body, account, signedIn, customer, now, ip, routeOptions } = request
  const isOfCustomer = routeOptions.config.endpoint?.refusal === MyRefused
  const bytes = body instanceof Readable ? body : undefined
  const fields = bytes === undefined ? Object.keys(body ?? {}) : []
  const common = { at: now, address: ip, fields }
  const by: Origin =
    signedIn !== undefined
      ? { ...common, actor: 'person', person: signedIn.person.email }
      : { ...common, actor: isOfCustomer ? 'customer' : 'api-key' }
  return { params, query, body, bytes, account, signedIn, customer, now, by }
}
