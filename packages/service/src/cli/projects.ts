import { UserError } from '../core/user-error.ts'
import { accountOf } from './account.ts'
import { byCommandLine, defineStorageCommand, JSON_OPTION } from './command.ts'
import { noSuchProject, projectOf } from './project.ts'

export const projectList = defineStorageCommand({
  name: 'project list',
  summary: 'Shows all projects.',
  description:
    'Prints an array of {"project", "account", "name", "appName", "executor", "approved", "keys", "scripts"}. ' +
    'account is an e-mail address. keys counts trials and bans of deleted keys, too.',
  options: {
    account: { value: 'EMAIL', help: 'only those of this account' },
    json: JSON_OPTION,
  },

  async run({ account: email }, storage) {
    const accounts = email === undefined ? await storage.accounts() : [await accountOf(storage, email)]
    const lists = await Promise.all(
      accounts.map(async (account) =>
        (await storage.projectsWithScripts(account.id)).map(async (project) => ({
          project: project.id,
          account: account.email,
          name: project.name,
          appName: project.appName,
          executor: project.executor,
          approved: project.approved,
          keys: await storage.countLicenses(project.id),
          scripts: project.scripts.length,
        })),
      ),
    )
    return Promise.all(lists.flat())
  },
})

/** The number of rows in a transaction, which takes about as long as a group of checks. */
const ROWS_AT_ONCE = 500

export const projectDelete = defineStorageCommand({
  name: 'project delete',
  summary: 'Deletes a project with its keys, scripts and events, for ever.',
  description:
    'Refuses all key checks of the project, then deletes it a part at a time, while services use the ' +
    'database. Prints {"project", "appName", "keys"}. If it is stopped, run it again.',
  options: {
    'app-name': { value: 'NAME', help: 'app name of the project', isRequired: true },
    confirm: { value: 'NAME', help: 'the app name once more: what is deleted does not come back' },
    'with-keys': { help: 'also if the project has keys' },
    json: JSON_OPTION,
  },

  async run({ 'app-name': appName, confirm, 'with-keys': withKeys }, storage) {
    const project = await projectOf(storage, appName)
    const keys = await storage.countLicenses(project.id)
    if (keys > 0 && !withKeys) {
      throw new UserError(
        `The project ${appName} has keys: ${keys}, with trials and bans. Apps that are installed end with them. To delete it with all its keys, make a backup and add: --with-keys --confirm ${appName}`,
      )
    }
    if (confirm !== appName) {
      throw new UserError(`A project that was deleted does not come back. Add: --confirm ${appName}`)
    }
    // From now on, apps add nothing to the project.
    const by = byCommandLine()
    if (project.approved) {
      await storage.changeProject(project.id, (known) => ({ ...known, approved: false, trialDays: 0 }), by)
    }
    for (;;) {
      const outcome = await storage.deleteProject(project.id, ROWS_AT_ONCE, by)
      if (outcome === 'no-such-project') throw noSuchProject(appName)
      if (outcome === 'deleted') return { project: project.id, appName, keys }
    }
  },
})
