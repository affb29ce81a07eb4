import { randomBytes } from 'node:crypto'
import { createApiKey, hashApiKey } from '../security/credentials.ts'
import { UsageError, UserError } from '../user-error.ts'
import { ACCOUNT_OPTIONS, readAccountOptions } from './account-options.ts'
import { DATABASE_OPTION, defineCommand, SERVICE_KEY_NOTE, withStorage } from './command.ts'

export const accountUpdate = defineCommand({
  name: 'account update',
  summary: 'change an account, or disable its API key',
  description:
    'Changes the given settings at once, also for running services, and prints {"account", "email", "plan", "allowList", "expiresAt", "enabled"}, with --new-api-key also {"apiKey"}.',
  options: {
    email: { value: 'EMAIL', help: "of the account's holder", isRequired: true },
    'allow-all': { help: 'allow the API key from every address again' },
    disable: { help: 'disable the API key' },
    enable: { help: 'enable it again' },
    'new-api-key': { help: 'make a new API key; the old one stops working' },
    ...ACCOUNT_OPTIONS,
    ...DATABASE_OPTION,
  },
  notes: SERVICE_KEY_NOTE,

  async run(options, terminal) {
    const email = options.email
    if (options.disable && options.enable) throw new UsageError('--disable and --enable cannot be combined.')
    if (options.allow && options['allow-all']) {
      throw new UsageError('--allow and --allow-all cannot be combined.')
    }
    const apiKey = options['new-api-key'] ? createApiKey(randomBytes) : undefined
    const changes = {
      ...readAccountOptions(options),
      ...(options['allow-all'] && { allowList: [] }),
      ...(options.disable && { enabled: false }),
      ...(options.enable && { enabled: true }),
      ...(apiKey !== undefined && { apiKeyHash: hashApiKey(apiKey) }),
    }

    await withStorage(options.database, terminal, async (storage) => {
      const account = await storage.changeAccount(email, (known) => ({ ...known, ...changes }))
      if (account === undefined) {
        throw new UserError(
          `There is no account for ${email}. Create it with: account create --email ${email}`,
        )
      }
      const { id, plan, allowList, expiresAt, enabled } = account
      terminal.print({
        account: id,
        email: account.email,
        plan,
        allowList,
        expiresAt,
        enabled,
        ...(apiKey !== undefined && { apiKey }),
      })
    })
  },
})
