import { randomBytes } from 'node:crypto'
import { limitsOf } from '../core/accounts/plans.ts'
import { createId } from '../core/security/credentials.ts'
import { UserError } from '../core/user-error.ts'
import { newScript } from '../scripts/scripts.ts'
import { byCommandLine, defineStorageCommand } from './command.ts'

export const scriptCreate = defineStorageCommand({
  name: 'script create',
  summary: 'Makes a script without a source.',
  description: 'Prints {"script", "project", "name"}. Upload its source with: latchkey scripts push',
  options: {
    account: { value: 'EMAIL', help: 'e-mail address of the account', isRequired: true },
    'app-name': { value: 'NAME', help: 'app name of the project', isRequired: true },
    name: { value: 'NAME', help: 'name that people see', isRequired: true },
  },

  async run({ account: email, 'app-name': appName, name }, storage) {
    const account = await storage.findAccountByEmail(email)
    const project = await storage.findProjectByAppName(appName)
    if (account === undefined || project?.accountId !== account.id) {
      throw new UserError(
        `${email} has no project with the app name ${appName}. Create it with: project create`,
      )
    }
    const script = newScript(createId(randomBytes), project.id, name)
    const limit = limitsOf(account.plan).scripts
    const outcome = await storage.createScript(script, limit, byCommandLine())
    if (outcome === 'too-many-scripts') {
      throw new UserError(
        `The plan ${account.plan} allows no more scripts. ` +
          `Change it with: account update --email ${email} --plan PLAN`,
      )
    }
    if (outcome !== 'created') throw new Error(`The script was not made: ${outcome}.`)
    return { script: script.id, project: project.id, name }
  },
})
