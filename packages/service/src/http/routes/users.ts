import { randomBytes } from 'node:crypto'
import {
  DEFAULT_PAGE_SIZE,
  type Done,
  ENDPOINTS,
  type Endpoint,
  LARGEST_PAGE_SIZE,
  type SuccessOf,
} from '@latchkey/management'
import { createLicenseKey } from '@latchkey/protocol'
import type { FastifyInstance } from 'fastify'
import type { AuditNote } from '../../domain/audit.ts'
import { decideBan, decideUnban } from '../../domain/bans.ts'
import { decideDelete, decideUpdate } from '../../domain/change-user.ts'
import { decideLink } from '../../domain/chat-links.ts'
import { limitsOf } from '../../domain/plans.ts'
import type { Project } from '../../domain/projects.ts'
import { decideReset } from '../../domain/reset-device.ts'
import { newUser } from '../../domain/users.ts'
import type { Guard } from '../../security/access.ts'
import { createId } from '../../security/credentials.ts'
import { fingerprintOf } from '../../security/fingerprint.ts'
import type { Page, Storage } from '../../storage/storage.ts'
import { type Received, registerEndpoint } from '../endpoint.ts'
import { isRefusal, type PlainKind, type Refusal } from '../refusals.ts'
import { toUserRecord } from '../wire.ts'

type UserEndpoint = {
  [Id in keyof typeof ENDPOINTS]: (typeof ENDPOINTS)[Id]['subject'] extends 'Users'
    ? (typeof ENDPOINTS)[Id]
    : never
}[keyof typeof ENDPOINTS]

/** Source: interface, "Get Users" to "Blacklist User". */
export function registerUsers(
  app: FastifyInstance,
  storage: Storage,
  guardOf: (endpoint: Endpoint) => Guard,
): void {
  /** Finds the project first; a project of another account is one that does not exist. */
  const register = <E extends UserEndpoint>(
    endpoint: E,
    handler: (received: Received<E>, project: Project) => Promise<SuccessOf<E> | Refusal>,
  ): void =>
    registerEndpoint(app, endpoint, guardOf(endpoint), async (received: Received<E>) => {
      const { account, params, now } = received as Received<UserEndpoint>
      const project = await storage.findProject(account.id, params.project_id)
      if (project === undefined) return { kind: 'no-such-project' }
      await storage.lapseBans(now)
      return handler(received, project)
    })

  register(ENDPOINTS.getUsers, async ({ query }, project) => {
    const filter = {
      key: query.user_key,
      chatId: query.chat_id,
      identifier: query.identifier,
      search: query.search,
    }
    const users = await storage.listUsers(project.id, filter, pageOf(query))
    return { success: true, message: 'The users that match.', users: users.map(toUserRecord) }
  })

  register(ENDPOINTS.createUser, async (received, project) => {
    const { account, body, now } = received
    const wanted = {
      identifier: body.identifier,
      chatId: body.chat_id,
      authExpire: body.auth_expire,
      keyDays: body.key_days,
      note: body.note,
    }
    const user = newUser(createLicenseKey(), wanted, now)
    const outcome = await storage.createUser(project.id, user, {
      mostUsers: limitsOf(account.plan).users,
      audit: noteOf(ENDPOINTS.createUser.id, received, user.key),
    })
    // 160 random bits: a bug.
    if (outcome === 'key-taken') throw new Error('A new key is already taken.')
    const answer = answerTo(outcome)
    return isRefusal(answer) ? answer : { ...answer, user_key: user.key }
  })

  register(ENDPOINTS.updateUser, async (received, project) => {
    const { body, now } = received
    const update = {
      identifier: body.identifier,
      chatId: body.chat_id,
      authExpire: body.auth_expire,
      note: body.note,
    }
    return answerTo(
      await storage.changeUser(
        project.id,
        body.user_key,
        (user) => decideUpdate(user, update, now),
        noteOf(ENDPOINTS.updateUser.id, received, body.user_key),
      ),
    )
  })

  register(ENDPOINTS.deleteUser, async (received, project) => {
    const { query, now } = received
    return answerTo(
      await storage.changeUser(
        project.id,
        query.user_key,
        (user) => decideDelete(user, now),
        noteOf(ENDPOINTS.deleteUser.id, received, query.user_key),
      ),
    )
  })

  register(ENDPOINTS.resetDevice, async (received, project) => {
    const { body, now } = received
    const reset = { force: body.force ?? false, cooldownSeconds: project.resetCooldownSeconds }
    return answerTo(
      await storage.changeUser(
        project.id,
        body.user_key,
        (user) => decideReset(user, reset, now),
        noteOf(ENDPOINTS.resetDevice.id, received, body.user_key),
      ),
    )
  })

  register(ENDPOINTS.linkChat, async (received, project) => {
    const { body, now } = received
    const link = { chatId: body.chat_id, force: body.force ?? false }
    return answerTo(
      await storage.changeUser(
        project.id,
        body.user_key,
        (user) => decideLink(user, link, now),
        noteOf(ENDPOINTS.linkChat.id, received, body.user_key),
      ),
    )
  })

  register(ENDPOINTS.blacklistUser, async (received, project) => {
    const { body, now } = received
    const ban = { reason: body.ban_reason, expire: body.ban_expire, unbanToken: createId(randomBytes) }
    return answerTo(
      await storage.changeUser(
        project.id,
        body.user_key,
        (user) => decideBan(user, ban, now),
        noteOf(ENDPOINTS.blacklistUser.id, received, body.user_key),
      ),
    )
  })

  register(ENDPOINTS.unbanUser, async (received, project) => {
    const { body, now } = received
    const outcome = await storage.changeBannedUser(
      project.id,
      body.unban_token,
      (user) => decideUnban(user, now),
      noteOf(ENDPOINTS.unbanUser.id, received, body.unban_token),
    )
    return answerTo(outcome === 'no-such-user' ? 'not-banned' : outcome)
  })
}

const MESSAGES = {
  created: 'The key was created.',
  updated: 'The user was updated.',
  deleted: 'The key was deleted.',
  reset: 'The device was reset. The next one to use the key is linked.',
  linked: 'The chat ID was linked.',
  banned: 'The key and its device were banned.',
  unbanned: 'The ban was lifted.',
} as const

type Success = keyof typeof MESSAGES

const isSuccess = (outcome: string): outcome is Success => Object.hasOwn(MESSAGES, outcome)

const answerTo = (outcome: Success | PlainKind): Done | Refusal =>
  isSuccess(outcome) ? { success: true, message: MESSAGES[outcome] } : { kind: outcome }

/** @param secret the license key or the token that names the user */
const noteOf = (
  action: string,
  { now, address, body }: { now: number; address: string; body: object | undefined },
  secret: string,
): AuditNote => ({
  at: now,
  actor: 'api-key',
  address,
  action,
  subject: fingerprintOf(secret),
  fields: Object.keys(body ?? {}),
})

/**
 * The part of a list that a request asks for. `until` is excluded; a page that ends before it
 * begins is empty.
 */
export function pageOf({ from = 0, until }: { from?: number | undefined; until?: number | undefined }): Page {
  return { from, until: Math.min(until ?? from + DEFAULT_PAGE_SIZE, from + LARGEST_PAGE_SIZE) }
}
