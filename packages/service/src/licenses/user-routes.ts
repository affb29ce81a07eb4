import { randomBytes } from 'node:crypto'
import {
  DEFAULT_PAGE_SIZE,
  type Done,
  ENDPOINTS,
  LARGEST_PAGE_SIZE,
  type UserQuery,
} from '@latchkey/management'
import { createLicenseKey } from '@latchkey/protocol'
import { limitsOf } from '../core/accounts/plans.ts'
import type { Project } from '../core/accounts/projects.ts'
import { readCustomer } from '../core/customer/customers.ts'
import type { Origin } from '../core/event-log/events.ts'
import { camelCased } from '../core/fields.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import { decideBan, decideUnban } from '../core/license/bans.ts'
import { offlineEnd } from '../core/license/devices.ts'
import { type License, type LicenseChange, newLicense } from '../core/license/license.ts'
import { dateOf } from '../core/license/refusals.ts'
import { isRefusal, type Refusal } from '../core/refusal.ts'
import { createId } from '../core/security/credentials.ts'
import { findDevice } from '../devices/device-requests.ts'
import { toDeviceList } from '../devices/records.ts'
import { decideRelease, decideReset, lastOfflineEnd } from '../devices/reset-device.ts'
import { decideDelete, decideUpdate } from './change-license.ts'
import type { LicenseParts } from './key-routes.ts'
import { decideLink } from './link-chat.ts'
import { changeOneKey, findOneKey } from './one-key.ts'
import { toUserRecord } from './records.ts'
import { type RefusalKind, refuse } from './refusals.ts'
import type { Page } from './storage.ts'

/**
 * Source: interface, "Get Users" to "Blacklist User". Unban User, Issue License, Get
 * Devices and Release Device are additions.
 */
export function registerUsers(register: RegisterEndpoint, parts: LicenseParts): void {
  const { storage } = parts
  /** Changes the license of a key by a rule. */
  const change = async (
    project: Project,
    key: string,
    by: Origin,
    rule: (license: License) => LicenseChange<Success | RefusalKind>,
  ): Promise<Done | Refusal> => answerTo(await storage.changeLicense(project.id, key, rule, by))

  register(ENDPOINTS.getUsers, async ({ query, project }) => {
    const { user_key: key, chat_id: chatId, identifier, search } = query
    const filter = { key, chatId, identifier, search }
    const licenses = await storage.listLicenses(project.id, filter, pageOf(query))
    return { ...done('The licenses that match.'), users: licenses.map(toUserRecord) }
  })

  register(ENDPOINTS.createUser, async ({ account, body, now, by, project }) => {
    const customer = readCustomer(body, { id: createId(randomBytes), now })
    if (customer !== undefined && isRefusal(customer)) return customer
    const license = newLicense(createLicenseKey(), camelCased(body), now)
    const outcome = await storage.createLicense(project.id, license, {
      mostLicenses: limitsOf(account.plan).users,
      by,
      customerOf: () => customer,
    })
    // Only a bug makes the same random key twice.
    if (outcome === 'key-taken') throw new Error('A new key is already taken.')
    const answer = answerTo(outcome)
    return isRefusal(answer) ? answer : { ...answer, user_key: license.key }
  })

  register(ENDPOINTS.updateUser, ({ body: { user_key, ...fields }, now, by, project }) =>
    change(project, user_key, by, (license) => decideUpdate(license, camelCased(fields), now)),
  )

  register(ENDPOINTS.deleteUser, ({ query, now, by, project }) =>
    change(project, query.user_key, by, (license) => decideDelete(license, now)),
  )

  register(ENDPOINTS.resetDevice, async ({ body, now, by, project }) => {
    const reset = { force: body.force ?? false, cooldownSeconds: project.resetCooldownSeconds }
    let until = 0
    const answer = await change(project, body.user_key, by, (license) => {
      until = lastOfflineEnd(license)
      return decideReset(license, reset, now)
    })
    return withUntil(answer, until)
  })

  register(ENDPOINTS.getDevices, async ({ query, now, project }) => {
    const found = await findOneKey(storage, project, query)
    return isRefusal(found) ? found : toDeviceList(found.license, project, now)
  })

  register(ENDPOINTS.releaseDevice, async ({ query, now, by, project }) => {
    const found = await findOneKey(storage, project, query)
    if (isRefusal(found)) return found
    const reset = { force: query.force ?? false, cooldownSeconds: project.resetCooldownSeconds }
    let until = 0
    const terms = { project, now, by, version: query.if_version }
    const refusal = await changeOneKey(storage, found, terms, (license) => {
      const device = findDevice(license, query.device)
      if (device === undefined) return { outcome: 'no-such-device' }
      until = offlineEnd(license, device)
      return decideRelease(license, device, reset, now)
    })
    return withUntil(refusal ?? answerTo('released'), until)
  })

  register(ENDPOINTS.linkChat, ({ body, now, by, project }) => {
    const link = { chatId: body.chat_id, force: body.force ?? false }
    return change(project, body.user_key, by, (license) => decideLink(license, link, now))
  })

  register(ENDPOINTS.blacklistUser, async ({ body, now, by, project }) => {
    const { user_key, ban_reason: reason, ban_expire: expire, ban_only_key: onlyKey } = body
    const ban = { reason, expire, onlyKey, unbanToken: createId(randomBytes) }
    const answer = await change(project, user_key, by, (license) => decideBan(license, ban, now))
    return isRefusal(answer) || onlyKey !== true ? answer : done('The key was banned, without its device.')
  })

  register(ENDPOINTS.unbanUser, async ({ body, now, by, project }) => {
    const decide = (license: License) => decideUnban(license, now, body.unban_only_devices)
    const outcome = await storage.changeBannedLicense(project.id, body.unban_token, decide, by)
    return answerTo(outcome === 'no-such-license' ? 'not-banned' : outcome)
  })
}

/** Adds the end of the offline license because of which a request was refused. */
const withUntil = (answer: Done | Refusal, until: number): Done | Refusal =>
  isRefusal(answer) && answer.kind === 'offline-license-active'
    ? { ...answer, message: `${answer.message} It ends on ${dateOf(until)}.` }
    : answer

const MESSAGES = {
  created: 'The key was created.',
  updated: 'The license was updated.',
  deleted: 'The key was deleted.',
  reset: 'The device was reset. The next one to use the key is linked.',
  released: 'The device was released.',
  linked: 'The chat ID was linked.',
  banned: 'The key and its device were banned.',
  unbanned: 'The ban was lifted.',
} as const

type Success = keyof typeof MESSAGES

const isSuccess = (outcome: string): outcome is Success => Object.hasOwn(MESSAGES, outcome)

const answerTo = (outcome: Success | RefusalKind): Done | Refusal =>
  isSuccess(outcome) ? done(MESSAGES[outcome]) : refuse(outcome)

/**
 * The requested part of a list; `until` may be absent. A page that ends before it begins is empty.
 */
export function pageOf({ from = 0, until }: Pick<UserQuery, 'from' | 'until'>): Page {
  return { from, until: Math.min(until ?? from + DEFAULT_PAGE_SIZE, from + LARGEST_PAGE_SIZE) }
}
