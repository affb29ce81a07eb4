import { randomBytes } from 'node:crypto'
import { wholeNumber, yesOrNo } from '@latchkey/command-line'
import { MOST_KEEP_DAYS } from '@latchkey/management'
import {
  isChatPublicKey,
  keptUntil,
  newProject,
  type Project,
  rotateSecrets,
} from '../core/accounts/projects.ts'
import { systemClock } from '../core/clock.ts'
import { definedFields } from '../core/fields.ts'
import { createId, createSecrets } from '../core/security/credentials.ts'
import { publicKeysOf, rotateSigningKey } from '../core/security/signing.ts'
import { UserError } from '../core/user-error.ts'
import type { Storage } from '../modules.ts'
import { accountOf } from './account.ts'
import { byCommandLine, defineStorageCommand, textThat } from './command.ts'

/** The executor becomes part of a header's name. */
const EXECUTOR = /^[a-zA-Z0-9-]{1,64}$/

export const projectCreate = defineStorageCommand({
  name: 'project create',
  summary: 'Makes a project, its three shared secrets and its signing key.',
  description:
    'Prints {"project", "name", "appName", "executor", "userAgents", "secrets", "publicKeys"}. The ' +
    'secrets are shown only now: put them into the build settings of your app, with publicKeys as ' +
    'LATCHKEY_PUBLIC_KEYS.',
  options: {
    account: { value: 'EMAIL', help: 'e-mail address of the account', isRequired: true },
    name: { value: 'NAME', help: 'name that people see', isRequired: true },
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
      help: 'a User-Agent that may check keys; with a * at its end, every one that begins so; may be repeated',
      isRequired: true,
      isRepeatable: true,
    },
  },

  async run({ account: email, name, 'app-name': appName, 'user-agent': userAgents, ...options }, storage) {
    const executor = options.executor.toLowerCase()
    const { id: accountId } = await accountOf(storage, email)
    const secrets = createSecrets(randomBytes)
    const id = createId(randomBytes)
    const wanted = { id, accountId, name, appName, executor, userAgents, secrets }
    if (
      (await storage.createProject(newProject(wanted, systemClock()), byCommandLine())) === 'app-name-taken'
    ) {
      throw new UserError(`The app name ${appName} is taken. Choose another with --app-name.`)
    }
    const publicKeys = await publicKeysOf(storage, appName, systemClock())
    return { project: id, name, appName, executor, userAgents, secrets, publicKeys }
  },
})

export const projectUpdate = defineStorageCommand({
  name: 'project update',
  summary: 'Allows or refuses the key checks of a project, and sets up its chat panel.',
  description:
    'Changes the given settings and prints {"project", "appName", "approved", "chatPublicKey", ' +
    '"chatEndpoint", "publicKeys"}. chatEndpoint is the path of the endpoint for the chat platform, below ' +
    'the URL of the service, and publicKeys is LATCHKEY_PUBLIC_KEYS for the next build of your app.',
  options: {
    'app-name': { value: 'NAME', help: 'app name of the project', isRequired: true },
    'chat-public-key': {
      value: 'HEX',
      help: `public key of the chat platform's application: 64 hexadecimal digits; "" closes the panel`,
      parse(text: string, option: string) {
        const key = text.trim().toLowerCase()
        return key === '' ? key : textThat(isChatPublicKey, '64 hexadecimal digits')(key, option)
      },
    },
    approved: { value: 'yes|no', help: 'no: all key checks are refused', parse: yesOrNo },
  },

  async run({ 'app-name': appName, 'chat-public-key': chatPublicKey, approved }, storage) {
    const by = byCommandLine({ 'chat-public-key': chatPublicKey, approved })
    const { id } = await projectOf(storage, appName)
    const changes = definedFields({ chatPublicKey, approved })
    const project = await storage.changeProject(id, (known) => ({ ...known, ...changes }), by)
    if (project === undefined) throw noSuchProject(appName)
    return {
      project: id,
      appName,
      approved: project.approved,
      chatPublicKey: project.chatPublicKey,
      chatEndpoint: `/v3/projects/${id}/chat`,
      publicKeys: await publicKeysOf(storage, appName, systemClock()),
    }
  },
})

/** One year: most installed apps are updated within this time. */
const KEEP_DAYS = 365

const keepDays = (what: string) =>
  ({
    value: 'DAYS',
    help: `how long the earlier ${what} are still used; 0 ends them now, for example after a leak`,
    fallback: KEEP_DAYS,
    parse: wholeNumber(0, MOST_KEEP_DAYS),
  }) as const

export const projectRotateSigningKey = defineStorageCommand({
  name: 'project rotate-signing-key',
  summary: 'Adds the next signing key of a project.',
  description:
    'Prints {"project", "appName", "publicKeys", "othersUntil"}: build the next version of your app with ' +
    'publicKeys as LATCHKEY_PUBLIC_KEYS. Installed apps go on with the keys that they have until the ' +
    'Unix time othersUntil. Keep each earlier public key in your app until the last license file that ' +
    'it verifies has ended.',
  options: {
    'app-name': { value: 'NAME', help: 'app name of the project', isRequired: true },
    'keep-days': keepDays('keys'),
  },

  async run({ 'app-name': appName, 'keep-days': days }, storage) {
    const { id } = await projectOf(storage, appName)
    const now = systemClock()
    const othersUntil = keptUntil(days, now)
    await rotateSigningKey(storage, appName, othersUntil, now, byCommandLine({ 'signing-key': true }))
    return { project: id, appName, publicKeys: await publicKeysOf(storage, appName, now), othersUntil }
  },
})

export const projectRotateSecrets = defineStorageCommand({
  name: 'project rotate-secrets',
  summary: 'Replaces the three shared secrets of a project.',
  description:
    'Prints {"project", "appName", "secrets", "othersUntil"}. The secrets are shown only now: build the ' +
    'next version of your app with them. Installed apps go on with the earlier ones until the Unix ' +
    'time othersUntil, but for protected scripts, which need the new ones at once.',
  options: {
    'app-name': { value: 'NAME', help: 'app name of the project', isRequired: true },
    'keep-days': keepDays('secrets'),
  },

  async run({ 'app-name': appName, 'keep-days': days }, storage) {
    const { id } = await projectOf(storage, appName)
    const now = systemClock()
    const secrets = createSecrets(randomBytes)
    const othersUntil = keptUntil(days, now)
    const rotate = (known: Project) => rotateSecrets(known, secrets, othersUntil, now)
    await storage.changeProject(id, rotate, byCommandLine({ secrets: true }))
    return { project: id, appName, secrets, othersUntil }
  },
})

export const noSuchProject = (appName: string): UserError =>
  new UserError(`There is no project with the app name ${appName}. Create it with: project create`)

/**
 * Finds a project.
 * @throws UserError when there is none
 */
export async function projectOf(storage: Storage, appName: string): Promise<Project> {
  const project = await storage.findProjectByAppName(appName)
  if (project === undefined) throw noSuchProject(appName)
  return project
}
