import { randomBytes } from 'node:crypto'
import { systemClock } from '../clock.ts'
import { LAST_SECOND } from '../domain/key-expiry.ts'
import { RESETS_DISABLED } from '../domain/reset-device.ts'
import { createId, createSecrets, newProject } from '../provision.ts'
import { openStorage } from '../storage/open.ts'
import { UsageError, UserError } from '../user-error.ts'
import {
  type Command,
  DATABASE_HELP,
  DATABASE_OPTION,
  databaseUrl,
  ENVIRONMENT_HELP,
  parseOptions,
  required,
  wholeNumber,
} from './command.ts'

/** It becomes part of a header's name. */
const EXECUTOR = /^[a-zA-Z0-9-]{1,64}$/

const OPTIONS = {
  ...DATABASE_OPTION,
  account: { type: 'string' },
  name: { type: 'string' },
  'app-name': { type: 'string' },
  executor: { type: 'string' },
  'user-agent': { type: 'string', multiple: true },
  'reset-cooldown': { type: 'string' },
} as const

export const projectCreate: Command = {
  name: 'project create',
  summary: 'make a project and its three shared secrets',
  help: `Makes a project and prints {"project", "name", "appName", "executor", "userAgents", "secrets"}. The secrets are shown
this once: put them into the settings that your app is built with.

Usage: latchkey-service project create --account EMAIL --name NAME --app-name NAME --executor NAME --user-agent TEXT
       [OPTIONS]

  --account EMAIL      whose project it is
  --name NAME          what people call it
  --app-name NAME      what the app sends as "by"; no two projects share one
  --executor NAME      letters, digits and "-": the app sends the header NAME-fingerprint
  --user-agent TEXT    a User-Agent that may check keys; with a * at its end, every one that begins so; may be repeated
  --reset-cooldown SECONDS  between two device resets of a key; 0 for none, -1 to disable resets (0)
${DATABASE_HELP}

${ENVIRONMENT_HELP}`,

  async run(words, terminal) {
    const options = parseOptions(words, OPTIONS)
    const email = required(options.account, '--account')
    const name = required(options.name, '--name')
    const appName = required(options['app-name'], '--app-name')
    const executor = required(options.executor, '--executor').toLowerCase()
    if (!EXECUTOR.test(executor)) {
      throw new UsageError('--executor must be 1 to 64 letters, digits and "-".')
    }
    const userAgents = (options['user-agent'] ?? []).map((text) => required(text, '--user-agent'))
    if (userAgents.length === 0) throw new UsageError('--user-agent is missing. See --help.')
    const resetCooldownSeconds = wholeNumber(
      options['reset-cooldown'] ?? '0',
      '--reset-cooldown',
      RESETS_DISABLED,
      LAST_SECOND,
    )

    const { storage } = await openStorage(databaseUrl(options.database, terminal), terminal.environment)
    try {
      const account = await storage.findAccountByEmail(email)
      if (account === undefined) {
        throw new UserError(`There is no account for ${email}. Make it with: account create --email ${email}`)
      }
      const secrets = createSecrets(randomBytes)
      const id = createId(randomBytes)
      const wanted = { id, accountId: account.id, name, appName, executor, userAgents, secrets }
      const project = { ...newProject(wanted, systemClock()), resetCooldownSeconds }
      if ((await storage.createProject(project)) === 'app-name-taken') {
        throw new UserError(`The app name ${appName} is taken. Choose another with --app-name.`)
      }
      terminal.print({ project: id, name, appName, executor, userAgents, secrets })
    } finally {
      await storage.close()
    }
  },
}
