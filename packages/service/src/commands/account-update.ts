import { randomBytes } from 'node:crypto'
import { createApiKey, hashApiKey } from '../provision.ts'
import { openStorage } from '../storage/open.ts'
import { UsageError, UserError } from '../user-error.ts'
import { ACCOUNT_HELP, ACCOUNT_OPTIONS, readAccountOptions } from './account-options.ts'
import {
  type Command,
  DATABASE_HELP,
  DATABASE_OPTION,
  databaseUrl,
  ENVIRONMENT_HELP,
  parseOptions,
  required,
} from './command.ts'

const OPTIONS = {
  ...DATABASE_OPTION,
  ...ACCOUNT_OPTIONS,
  email: { type: 'string' },
  'allow-all': { type: 'boolean' },
  disable: { type: 'boolean' },
  enable: { type: 'boolean' },
  'new-api-key': { type: 'boolean' },
} as const

export const accountUpdate: Command = {
  name: 'account update',
  summary: 'change an account, or switch off its API key',
  help: `Changes what is given, at once and for services that run already, and prints {"account", "email", "plan", "allowList",
"expiresAt", "enabled"}, with --new-api-key also {"apiKey"}.

Usage: latchkey-service account update --email EMAIL [OPTIONS]

  --email EMAIL        of the account's holder
${ACCOUNT_HELP}
  --allow-all          the API key works from everywhere again
  --disable            switch the API key off
  --enable             switch it on again
  --new-api-key        make a new API key; the old one ends
${DATABASE_HELP}

${ENVIRONMENT_HELP}`,

  async run(words, terminal) {
    const options = parseOptions(words, OPTIONS)
    const email = required(options.email, '--email')
    if (options.disable && options.enable) throw new UsageError('--disable and --enable cannot go together.')
    if (options.allow && options['allow-all']) {
      throw new UsageError('--allow and --allow-all cannot go together.')
    }
    const apiKey = options['new-api-key'] ? createApiKey(randomBytes) : undefined
    const changes = {
      ...readAccountOptions(options),
      ...(options['allow-all'] && { allowList: [] }),
      ...(options.disable && { enabled: false }),
      ...(options.enable && { enabled: true }),
      ...(apiKey !== undefined && { apiKeyHash: hashApiKey(apiKey) }),
    }

    const { storage } = await openStorage(databaseUrl(options.database, terminal), terminal.environment)
    try {
      const account = await storage.changeAccount(email, (known) => ({ ...known, ...changes }))
      if (account === undefined) {
        throw new UserError(`There is no account for ${email}. Make it with: account create --email ${email}`)
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
    } finally {
      await storage.close()
    }
  },
}
