import { isChatId } from '@latchkey/management'
import { NEVER } from '@latchkey/protocol'
import type { Account } from '../domain/accounts.ts'
import { LAST_SECOND } from '../domain/key-expiry.ts'
import { PLAN_CODES } from '../domain/plans.ts'
import { isAllowListEntry } from '../security/allow-list.ts'
import { UsageError } from '../user-error.ts'
import { type OptionSpecs, wholeNumber } from './command.ts'

/** Options of an account, at its creation and later. */
export const ACCOUNT_OPTIONS = {
  plan: { value: 'PLAN', help: PLAN_CODES.join(', ') },
  allow: {
    value: 'RANGE',
    help: 'allow the API key only from this address or CIDR range; may be repeated',
    isRepeatable: true,
  },
  'chat-id': { value: 'ID', help: "of the account's holder on the chat platform" },
  expires: { value: 'SECOND', help: 'Unix time at which the API key ends; -1 for never' },
} as const satisfies OptionSpecs

interface Options {
  readonly plan?: string | undefined
  readonly allow?: readonly string[] | undefined
  readonly 'chat-id'?: string | undefined
  readonly expires?: string | undefined
}

/** The changes of the given options. An option that was left out changes nothing. */
export function readAccountOptions(options: Options): Partial<Account> {
  const { plan, allow, expires, 'chat-id': chatId } = options
  if (plan !== undefined && !PLAN_CODES.some((known) => known === plan)) {
    throw new UsageError(`--plan must be one of ${PLAN_CODES.join(', ')}.`)
  }
  if (allow !== undefined && !allow.every(isAllowListEntry)) {
    throw new UsageError('--allow must be an address or a range such as 192.0.2.0/24 or 2001:db8::/32.')
  }
  if (chatId !== undefined && !isChatId(chatId)) {
    throw new UsageError('--chat-id must be 1 to 64 of letters, digits, _ . : -.')
  }
  return {
    ...(plan !== undefined && { plan }),
    ...(allow !== undefined && { allowList: allow }),
    ...(chatId !== undefined && { chatId }),
    ...(expires !== undefined && { expiresAt: wholeNumber(expires, '--expires', NEVER, LAST_SECOND) }),
  }
}
