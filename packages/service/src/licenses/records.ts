import { hash } from 'node:crypto'
import { KeyRecord, UserRecord } from '@latchkey/management'
import { keyIdOfUser } from '../core/event-log/events.ts'
import { recordsOf } from '../core/http/records.ts'
import { idOf } from '../core/license/key-id.ts'
import { keyStateOf } from '../core/license/key-state.ts'
import type { User } from '../core/license/users.ts'
import type { FoundKey, ListedUser } from './storage.ts'

const valuesOf = (user: User) => ({ ...user, userKey: user.key, banned: user.banned ? 1 : 0 }) as const
const userRecord = recordsOf(UserRecord)
export const toUserRecord = (user: User): UserRecord => userRecord(valuesOf(user))

/** Finds the record of an ID. */
export function parseKeyId(id: string) {
  const [, row, keyId] = /^(\d{1,15})-([0-9a-f]{0,16})$/.exec(id) ?? []
  return row === undefined
    ? undefined
    : { row: Number(row), isOf: (user: User) => keyIdOfUser(user) === keyId }
}

/**
 * Differs after each change of a user. Executions, refusals, IDs of requests and the use of devices
 * do not count.
 */
export function versionOf({ totalExecutions, recorded, deviceUse, ...rest }: User): string {
  return hash('sha256', JSON.stringify(rest)).slice(0, 16)
}

const keyRecord = recordsOf(KeyRecord)
export function toKeyRecord({ row, user, customer }: ListedUser, now: number): KeyRecord {
  const keyId = keyIdOfUser(user)
  return keyRecord({
    ...valuesOf(user),
    id: idOf(row, keyId),
    keyId,
    state: keyStateOf(user, now),
    version: versionOf(user),
    ...(customer && { customerEmail: customer.email, customerName: customer.name }),
  })
}

export const toDeviceBan = ({ row, user, isLinked }: NonNullable<FoundKey['deviceBan']>) => ({
  id: idOf(row, keyIdOfUser(user)),
  ban_reason: user.banReason,
  ban_expire: user.banExpire,
  is_linked: isLinked,
})
