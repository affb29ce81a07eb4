import { NEVER } from '@latchkey/protocol'
import type { User } from './records.ts'

/** A ban lapses by itself at its second. */
export const isBanInForce = (user: User, now: number): boolean =>
  user.banned && (user.banExpire === NEVER || now < user.banExpire)

/** The same user when there is nothing to lift. */
export const withoutBan = (user: User): User =>
  user.banned ? { ...user, banned: false, banReason: '', banExpire: 0, unbanToken: '', banIp: '' } : user
