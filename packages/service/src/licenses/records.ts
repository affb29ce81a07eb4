import { hash } from 'node:crypto'
import { KeyRecord, UserRecord } from '@latchkey/management'
import { keyIdOfLicense } from '../core/event-log/events.ts'
import { recordsOf } from '../core/http/records.ts'
import { idOf } from '../core/license/key-id.ts'
import { keyStateOf } from '../core/license/key-state.ts'
import type { License } from '../core/license/license.ts'
import type { FoundLicense, ListedLicense } from './storage.ts'

const valuesOf = (license: License) =>
  ({ ...license, userKey: license.key, banned: license.banned ? 1 : 0 }) as const
const userRecord = recordsOf(UserRecord)
export const toUserRecord = (license: License): UserRecord => userRecord(valuesOf(license))

/** Reads the ID of a record. */
export function parseKeyId(id: string) {
  const [, row, keyId] = /^(\d{1,15})-([0-9a-f]{0,16})$/.exec(id) ?? []
  return row === undefined
    ? undefined
    : { row: Number(row), isOf: (license: License) => keyIdOfLicense(license) === keyId }
}

/**
 * Computes a text that differs after each change of a license. Executions, refusals, IDs of
 * requests and the use of devices do not count.
 */
export function versionOf({ totalExecutions, recorded, deviceUse, ...rest }: License): string {
  return hash('sha256', JSON.stringify(rest)).slice(0, 16)
}

const keyRecord = recordsOf(KeyRecord)
export function toKeyRecord({ row, license, customer }: ListedLicense, now: number): KeyRecord {
  const keyId = keyIdOfLicense(license)
  // The number of the customer in the storage is not part of an answer.
  const { customerId: _, ...values } = valuesOf(license)
  return keyRecord({
    ...values,
    id: idOf(row, keyId),
    keyId,
    state: keyStateOf(license, now),
    version: versionOf(license),
    ...(customer && {
      customerId: customer.id,
      customerEmail: customer.email,
      customerName: customer.name,
    }),
  })
}

export const toDeviceBan = ({ row, license, isLinked }: NonNullable<FoundLicense['deviceBan']>) => ({
  id: idOf(row, keyIdOfLicense(license)),
  ban_reason: license.banReason,
  ban_expire: license.banExpire,
  is_linked: isLinked,
})
