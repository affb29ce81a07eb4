import { randomBytes } from 'node:crypto'
import { systemClock } from '../clock.ts'
import { createApiKey, createId, newAccount } from '../provision.ts'
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

const OPTIONS = { ...DATABASE_OPTION, ...ACCOUNT_OPTIONS, email: { type: 'string' } } as const

export const accountCreate: Command = {
  name: 'account create',
  summary: 'make an account and its API key',
  help: `Makes an account and prints {"account", "email", "apiKey"}. The API key is shown this once: the service keeps its hash.

Usage: latchkey-service account create --email EMAIL [OPTIONS]

  --email EMAIL        of the account's holder; one account for each
${ACCOUNT_HELP}
${DATABASE_HELP}

${ENVIRONMENT_HELP}`,

  async run(words, terminal) {
    const options = parseOptions(words, OPTIONS)
    const email = required(options.email, '--email')
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`"${email}" is not an e-mail address.`)
    const wanted = readAccountOptions(options)

    const { storage } = await openStorage(databaseUrl(options.database, terminal), terminal.environment)
    try {
      const apiKey = createApiKey(randomBytes)
      const account = { ...newAccount(email, apiKey, createId(randomBytes), systemClock()), ...wanted }
      if ((await storage.createAccount(account)) === 'email-taken') {
        throw new UserError(`There is an account for ${email} already. Use another address.`)
      }
      terminal.print({ account: account.id, email, apiKey })
    } finally {
      await storage.close()
    }
  },
}
