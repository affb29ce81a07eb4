import { randomBytes } from 'node:crypto'
import { systemClock } from '../clock.ts'
import { newAccount } from '../domain/accounts.ts'
import { createApiKey, createId, hashApiKey } from '../security/credentials.ts'
import { UsageError, UserError } from '../user-error.ts'
import { ACCOUNT_OPTIONS, readAccountOptions } from './account-options.ts'
import { DATABASE_OPTION, defineCommand, SERVICE_KEY_NOTE, withStorage } from './command.ts'

export const accountCreate = defineCommand({
  name: 'account create',
  summary: 'make an account and its API key',
  description:
    'Makes an account and prints {"account", "email", "apiKey"}. The API key is shown only now: the service stores its hash.',
  options: {
    email: { value: 'EMAIL', help: "of the account's owner; each address has one account", isRequired: true },
    ...ACCOUNT_OPTIONS,
    ...DATABASE_OPTION,
  },
  notes: SERVICE_KEY_NOTE,

  async run(options, terminal) {
    const email = options.email
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`"${email}" is not an e-mail address.`)
    const wanted = readAccountOptions(options)

    await withStorage(options.database, terminal, async (storage) => {
      const apiKey = createApiKey(randomBytes)
      const account = {
        ...newAccount({ id: createId(randomBytes), email, apiKeyHash: hashApiKey(apiKey) }, systemClock()),
        ...wanted,
      }
      if ((await storage.createAccount(account)) === 'email-taken') {
        throw new UserError(`An account for ${email} already exists. Use another address.`)
      }
      terminal.print({ account: account.id, email, apiKey })
    })
  },
})
