import { randomBytes } from 'node:crypto'
import { limitsOf } from '../domain/plans.ts'
import { createId, newScript } from '../provision.ts'
import { openStorage } from '../storage/open.ts'
import { UserError } from '../user-error.ts'
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
  account: { type: 'string' },
  'app-name': { type: 'string' },
  name: { type: 'string' },
} as const

export const scriptCreate: Command = {
  name: 'script create',
  summary: 'make a script, still without a source',
  help: `Makes a script and prints {"script", "project", "name"}. Its source comes with Update Script, of the management API.

Usage: latchkey-service script create --account EMAIL --app-name NAME --name NAME [OPTIONS]

  --account EMAIL      whose script it is
  --app-name NAME      of the project
  --name NAME          what people call it
${DATABASE_HELP}

${ENVIRONMENT_HELP}`,

  async run(words, terminal) {
    const options = parseOptions(words, OPTIONS)
    const email = required(options.account, '--account')
    const appName = required(options['app-name'], '--app-name')
    const name = required(options.name, '--name')

    const { storage } = await openStorage(databaseUrl(options.database, terminal), terminal.environment)
    try {
      const account = await storage.findAccountByEmail(email)
      const project = await storage.findProjectByAppName(appName)
      if (account === undefined || project === undefined || project.accountId !== account.id) {
        throw new UserError(
          `${email} has no project with the app name ${appName}. Make it with: project create`,
        )
      }
      const script = newScript(createId(randomBytes), project.id, name)
      const outcome = await storage.createScript(script, limitsOf(account.plan).scripts)
      if (outcome === 'too-many-scripts') {
        throw new UserError(
          `The plan ${account.plan} allows no more scripts. Change it with: account update --email ${email} --plan PLAN`,
        )
      }
      if (outcome !== 'created') throw new Error(`The script was not made: ${outcome}.`)
      terminal.print({ script: script.id, project: project.id, name })
    } finally {
      await storage.close()
    }
  },
}
