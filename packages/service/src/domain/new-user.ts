import type { LicenseKey } from '@latchkey/protocol'
import { expiryAtCreation } from './key-expiry.ts'
import type { User } from './records.ts'

export interface NewUser {
  readonly identifier?: string | undefined
  readonly chatId?: string | undefined
  readonly authExpire?: number | undefined
  readonly keyDays?: number | undefined
  readonly note?: string | undefined
}

/** A user as it is created. Source: interface, "User status" and "Key expiry". */
export function newUser(key: LicenseKey, wanted: NewUser, now: number): User {
  const identifier = wanted.identifier ?? ''
  const chatId = wanted.chatId ?? ''
  return {
    key,
    identifier,
    identifierType: identifier === '' ? '' : 'HWID',
    chatId,
    status: identifier === '' ? 'reset' : 'active',
    lastReset: 0,
    totalResets: 0,
    ...expiryAtCreation(wanted, identifier !== '' || chatId !== '', now),
    banned: false,
    banReason: '',
    banExpire: 0,
    unbanToken: '',
    banIp: '',
    totalExecutions: 0,
    note: wanted.note ?? '',
  }
}
