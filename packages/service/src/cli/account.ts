import { randomBytes } from 'node:crypto'
import { type OptionSpecs, type OptionValues, oneOf, UsageError, wholeNumber } from '@latchkey/command-line'
import { isChatId } from '@latchkey/management'
import { NEVER } from '@latchkey/protocol'
import { type Account, newAccount } from '../core/accounts/accounts.ts'
import { PLAN_CODES } from '../core/accounts/plans.ts'
import { systemClock } from '../core/clock.ts'
import { definedFields } from '../core/fields.ts'
import { LAST_SECOND } from '../core/license/key-expiry.ts'
import { isAllowListEntry } from '../core/security/allow-list.ts'
import { createApiKey, createId, hashApiKey } from '../core/security/credentials.ts'
import { UserError } from '../core/user-error.ts'
import type { Storage } from '../modules.ts'
import { byCommandLine, defineStorageCommand, JSON_OPTION, textThat } from './command.ts'

export const NO_EMAIL = 'This is not an e-mail address such as ada@example.com.'
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)

/** The settings of an account, which can be set at its creation and later. */
const SETTINGS = {
  plan: {
    value: 'PLAN',
    help: PLAN_CODES.join(', '),
    parse: oneOf(...PLAN_CODES),
  },
  allow: {
    value: 'RANGE',
    help: 'allow the API key only from this address or CIDR range; may be repeated',
    isRepeatable: true,
    parse: textThat(isAllowListEntry, 'an address or a range such as 192.0.2.0/24 or 2001:db8::/32'),
  },
  'chat-id': {
    value: 'ID',
    help: "ID of the account's owner on the chat platform",
    parse: textThat(isChatId, '1 to 64 of letters, digits, _ . : -'),
  },
  expires: {
    value: 'SECOND',
    help: 'Unix time at which the API key ends; -1 for never',
    parse: wholeNumber(NEVER, LAST_SECOND),
  },
} as const satisfies OptionSpecs

const settingsOf = ({ plan, allow, expires, 'chat-id': chatId }: OptionValues<typeof SETTINGS>) =>
  definedFields({ plan, allowList: allow, chatId, expiresAt: expires })

export const accountCreate = defineStorageCommand({
  name: 'account create',
  summary: 'Makes an account and its API key.',
  description:
    'Prints {"account", "email", "apiKey"}. The API key is shown only now: the service stores its hash.',
  options: {
    email: {
      value: 'EMAIL',
      help: 'e-mail address of the owner; each address has one account',
      isRequired: true,
      parse(text: string) {
        if (isEmail(text)) return text
        throw new UsageError(NO_EMAIL)
      },
    },
    ...SETTINGS,
  },

  async run({ email, ...options }, storage) {
    const apiKey = createApiKey(randomBytes)
    const id = createId(randomBytes)
    const account = {
      ...newAccount({ id, email, apiKeyHash: hashApiKey(apiKey) }, systemClock()),
      ...settingsOf(options),
    }
    if ((await storage.createAccount(account, byCommandLine(options))) === 'email-taken') {
      throw new UserError(`An account for ${email} already exists. Use another address.`)
    }
    return { account: id, email, apiKey }
  },
})

export const accountList = defineStorageCommand({
  name: 'account list',
  summary: 'Shows all accounts.',
  description: 'Prints an array of {"account", "email", "plan", "enabled", "expiresAt", "projects"}.',
  options: { json: JSON_OPTION },

  async run(_options, storage) {
    const accounts = await storage.accounts()
    return Promise.all(
      accounts.map(async ({ id, email, plan, enabled, expiresAt }) => ({
        account: id,
        email,
        plan,
        enabled,
        expiresAt,
        projects: (await storage.projectsOf(id)).length,
      })),
    )
  },
})

export const accountUpdate = defineStorageCommand({
  name: 'account update',
  summary: 'Changes an account, or disables its API key.',
  description:
    'Changes the given settings at once, also for running services, and prints {"account", "email", ' +
    '"plan", "allowList", "expiresAt", "enabled"}, with --new-api-key also {"apiKey"}.',
  options: {
    email: { value: 'EMAIL', help: 'e-mail address of the account', isRequired: true },
    'allow-all': { help: 'allow the API key from every address again' },
    disable: { help: 'disable the API key' },
    enable: { help: 'enable it again' },
    'new-api-key': { help: 'make a new API key; the old one stops working' },
    ...SETTINGS,
  },

  check({ disable, enable, allow, 'allow-all': allowAll }) {
    if (disable && enable) throw new UsageError('--disable and --enable cannot be combined.')
    if (allow && allowAll) throw new UsageError('--allow and --allow-all cannot be combined.')
  },

  async run({ email, ...options }, storage) {
    const apiKey = options['new-api-key'] ? createApiKey(randomBytes) : undefined
    const changes = {
      ...settingsOf(options),
      ...(options['allow-all'] && { allowList: [] }),
      ...(options.disable && { enabled: false }),
      ...(options.enable && { enabled: true }),
      ...(apiKey && { apiKeyHash: hashApiKey(apiKey) }),
    }
    const by = byCommandLine(options)
    const account = await storage.changeAccount(email, (known) => ({ ...known, ...changes }), by)
    if (account === undefined) throw noSuchAccount(email)
    const { id, plan, allowList, expiresAt, enabled } = account
    return { account: id, email: account.email, plan, allowList, expiresAt, enabled, apiKey }
  },
})

const noSuchAccount = (email: string): UserError =>
  new UserError(`There is no account for ${email}. Create it with: account create --email ${email}`)

/**
 * Finds an account.
 * @throws UserError when there is none
 */
export async function accountOf(storage: Storage, email: string): Promise<Account> {
  const account = await storage.findAccountByEmail(email)
  if (account === undefined) throw noSuchAccount(email)
  return account
}
