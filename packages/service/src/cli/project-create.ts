import { randomBytes } from 'node:crypto'
import { systemClock } from '../clock.ts'
import { LAST_SECOND } from '../domain/key-expiry.ts'
import { newProject } from '../domain/projects.ts'
import { RESETS_DISABLED } from '../domain/reset-device.ts'
import { createId, createSecrets } from '../security/credentials.ts'
import { UsageError, UserError } from '../user-error.ts'
import { DATABASE_OPTION, defineCommand, SERVICE_KEY_NOTE, wholeNumber, withStorage } from './command.ts'

/** It becomes part of a header's name. */
const EXECUTOR = /^[a-zA-Z0-9-]{1,64}$/

export const projectCreate = defineCommand({
  name: 'project create',
  summary: 'make a project and its three shared secrets',
  description:
    'Makes a project and prints {"project", "name", "appName", "executor", "userAgents", "secrets"}. The secrets are shown only now: put them into the build settings of your app.',
  options: {
    account: { value: 'EMAIL', help: 'of the owner', isRequired: true },
    name: { value: 'NAME', help: 'a name for people', isRequired: true },
    'app-name': {
      value: 'NAME',
      help: 'what the app sends as "by"; no two projects share one',
      isRequired: true,
    },
    executor: {
      value: 'NAME',
      help: 'letters, digits and "-": the app sends the header NAME-fingerprint',
      isRequired: true,
    },
    'user-agent': {
      value: 'TEXT',
      help: 'a User-Agent that may check keys; a * at its end matches every continuation; may be repeated',
      isRequired: true,
      isRepeatable: true,
    },
    'reset-cooldown': {
      value: 'SECONDS',
      help: 'between two device resets of a key; 0 for none, -1 to disable resets (0)',
    },
    ...DATABASE_OPTION,
  },
  notes: SERVICE_KEY_NOTE,

  async run(options, terminal) {
    const email = options.account
    const name = options.name
    const appName = options['app-name']
    const executor = options.executor.toLowerCase()
    if (!EXECUTOR.test(executor)) {
      throw new UsageError('--executor must be 1 to 64 letters, digits and "-".')
    }
    const userAgents = options['user-agent']
    const resetCooldownSeconds = wholeNumber(
      options['reset-cooldown'] ?? '0',
      '--reset-cooldown',
      RESETS_DISABLED,
      LAST_SECOND,
    )

    await withStorage(options.database, terminal, async (storage) => {
      const account = await storage.findAccountByEmail(email)
      if (account === undefined) {
        throw new UserError(
          `There is no account for ${email}. Create it with: account create --email ${email}`,
        )
      }
      const secrets = createSecrets(randomBytes)
      const id = createId(randomBytes)
      const wanted = { id, accountId: account.id, name, appName, executor, userAgents, secrets }
      const project = { ...newProject(wanted, systemClock()), resetCooldownSeconds }
      if ((await storage.createProject(project)) === 'app-name-taken') {
        throw new UserError(`The app name ${appName} is taken. Choose another with --app-name.`)
      }
      terminal.print({ project: id, name, appName, executor, userAgents, secrets })
    })
  },
})
