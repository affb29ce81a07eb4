import { randomBytes } from 'node:crypto'
import { wholeNumber } from '@latchkey/management/command-line'
import { systemClock } from '../clock.ts'
import { given } from '../domain/given.ts'
import { LAST_SECOND } from '../domain/key-expiry.ts'
import { isChatPublicKey, newProject, type Project } from '../domain/projects.ts'
import { RESETS_DISABLED } from '../domain/reset-device.ts'
import { createId, createSecrets } from '../security/credentials.ts'
import type { Storage } from '../storage/storage.ts'
import { UserError } from '../user-error.ts'
import { accountOf } from './account.ts'
import { byCommandLine, defineStorageCommand, textThat } from './command.ts'

/** It becomes part of a header's name. */
const EXECUTOR = /^[a-zA-Z0-9-]{1,64}$/

const RESET_COOLDOWN = {
  value: 'SECONDS',
  help: 'between two device resets of a key; 0 for none, -1 to disable resets',
  parse: wholeNumber(RESETS_DISABLED, LAST_SECOND),
} as const

export const projectCreate = defineStorageCommand({
  name: 'project create',
  summary: 'Makes a project and its three shared secrets.',
  description:
    'Prints {"project", "name", "appName", "executor", "userAgents", "secrets"}. The secrets are shown ' +
    'only now: put them into the build settings of your app.',
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
      parse: textThat((text) => EXECUTOR.test(text), '1 to 64 letters, digits and "-"'),
    },
    'user-agent': {
      value: 'TEXT',
      help: 'a User-Agent that may check keys; a * at its end matches every continuation; may be repeated',
      isRequired: true,
      isRepeatable: true,
    },
    'reset-cooldown': { ...RESET_COOLDOWN, fallback: 0 },
  },

  async run({ account: email, name, 'app-name': appName, 'user-agent': userAgents, ...options }, storage) {
    const { id: accountId } = await accountOf(storage, email)
    const executor = options.executor.toLowerCase()
    const secrets = createSecrets(randomBytes)
    const id = createId(randomBytes)
    const wanted = { id, accountId, name, appName, executor, userAgents, secrets }
    const resetCooldownSeconds = options['reset-cooldown']
    const project = { ...newProject(wanted, systemClock()), resetCooldownSeconds }
    if ((await storage.createProject(project, byCommandLine())) === 'app-name-taken') {
      throw new UserError(`The app name ${appName} is taken. Choose another with --app-name.`)
    }
    return { project: id, name, appName, executor, userAgents, secrets }
  },
})

export const projectUpdate = defineStorageCommand({
  name: 'project update',
  summary: "Sets a project's chat panel and its device resets.",
  description:
    'Changes the given settings and prints {"project", "appName", "chatPublicKey", "resetCooldown", ' +
    '"chatEndpoint"}. The last is the path of the endpoint for the chat platform, below the URL of the ' +
    'service.',
  options: {
    'app-name': { value: 'NAME', help: 'of the project', isRequired: true },
    'chat-public-key': {
      value: 'HEX',
      help: `of the chat platform's application: 64 hexadecimal digits; "" closes the panel`,
      parse(text: string, option: string) {
        const key = text.trim().toLowerCase()
        return key === '' ? key : textThat(isChatPublicKey, '64 hexadecimal digits')(key, option)
      },
    },
    'reset-cooldown': RESET_COOLDOWN,
  },

  async run({ 'app-name': appName, 'chat-public-key': chatPublicKey, ...options }, storage) {
    const changes = given({ chatPublicKey, resetCooldownSeconds: options['reset-cooldown'] })
    const by = byCommandLine({ 'chat-public-key': chatPublicKey, ...options })
    const { id } = await projectOf(storage, appName)
    const project = await storage.changeProject(id, (known) => ({ ...known, ...changes }), by)
    if (project === undefined) throw noSuchProject(appName)
    return {
      project: id,
      appName,
      chatPublicKey: project.chatPublicKey,
      resetCooldown: project.resetCooldownSeconds,
      chatEndpoint: `/v3/projects/${id}/chat`,
    }
  },
})

const noSuchProject = (appName: string): UserError =>
  new UserError(`There is no project with the app name ${appName}. Create it with: project create`)

/** @throws UserError when there is none */
export async function projectOf(storage: Storage, appName: string): Promise<Project> {
  const project = await storage.findProjectByAppName(appName)
  if (project === undefined) throw noSuchProject(appName)
  return project
}
