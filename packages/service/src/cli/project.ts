import { randomBytes } from 'node:crypto'
import { MOST_DEVICES, MOST_KEEP_DAYS, MOST_MOVES_PER_YEAR } from '@latchkey/management'
import {
  featureNames,
  type OptionValues,
  TRIAL_OPTIONS,
  wholeNumber,
} from '@latchkey/management/command-line'
import { systemClock } from '../clock.ts'
import { featureList } from '../domain/features.ts'
import { camelCased, type Given, given } from '../domain/given.ts'
import { LAST_SECOND } from '../domain/key-expiry.ts'
import { isChatPublicKey, keptUntil, newProject, type Project, rotateSecrets } from '../domain/projects.ts'
import { RESETS_DISABLED } from '../domain/reset-device.ts'
import { createId, createSecrets } from '../security/credentials.ts'
import { publicKeysOf, rotateSigningKey } from '../security/signing.ts'
import type { Storage } from '../storage/storage.ts'
import { UserError } from '../user-error.ts'
import { accountOf } from './account.ts'
import { byCommandLine, defineStorageCommand, oneOf, textThat } from './command.ts'

/** It becomes part of a header's name. */
const EXECUTOR = /^[a-zA-Z0-9-]{1,64}$/

const RESET_COOLDOWN = {
  value: 'SECONDS',
  help: 'least time between two device resets or moves of a key; 0 for none, -1 to disable them',
  parse: wholeNumber(RESETS_DISABLED, LAST_SECOND),
} as const

export const MAX_DEVICES = {
  value: 'N',
  help: `how many devices a key can have, 1 to ${MOST_DEVICES}`,
  parse: wholeNumber(1, MOST_DEVICES),
} as const

export const MOVES_PER_YEAR = {
  value: 'N',
  help: `how often users can move or release a device of a key in 365 days, 0 to ${MOST_MOVES_PER_YEAR}`,
  parse: wholeNumber(0, MOST_MOVES_PER_YEAR),
} as const

const APPROVED = {
  value: 'yes|no',
  help: 'no: all key checks are refused',
  parse: oneOf('yes', 'no'),
} as const

const USER_AGENT = {
  value: 'TEXT',
  help: 'a User-Agent that may check keys; with a * at its end, every one that begins so; may be repeated',
  isRepeatable: true,
} as const

const FEATURES = {
  value: 'NAMES',
  help: 'features of all its keys, in addition to their own: a,b; "" for none',
  parse: featureNames,
} as const

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
    'user-agent': { ...USER_AGENT, isRequired: true },
    'reset-cooldown': { ...RESET_COOLDOWN, fallback: 0 },
    'max-devices': { ...MAX_DEVICES, fallback: 1 },
    'moves-per-year': { ...MOVES_PER_YEAR, fallback: 0 },
    features: FEATURES,
    ...TRIAL_OPTIONS,
  },

  async run({ account: email, name, 'app-name': appName, 'user-agent': userAgents, ...options }, storage) {
    const { executor: exec, ...settings } = options
    const executor = exec.toLowerCase()
    const { id: accountId } = await accountOf(storage, email)
    const secrets = createSecrets(randomBytes)
    const id = createId(randomBytes)
    const wanted = { id, accountId, name, appName, executor, userAgents, secrets }
    const project = { ...newProject(wanted, systemClock()), ...settingsOf(settings) }
    if ((await storage.createProject(project, byCommandLine())) === 'app-name-taken') {
      throw new UserError(`The app name ${appName} is taken. Choose another with --app-name.`)
    }
    const publicKeys = await publicKeysOf(storage, appName, systemClock())
    return { project: id, name, appName, executor, userAgents, secrets, publicKeys }
  },
})

export const projectUpdate = defineStorageCommand({
  name: 'project update',
  summary: 'Changes a project: the apps that may check keys, its chat panel, and the limits of its keys.',
  description:
    'Changes the given settings and prints {"project", "appName", "approved", "userAgents", ' +
    '"chatPublicKey", "resetCooldown", "maxDevices", "movesPerYear", "features", "trialDays", ' +
    '"trialWeakDevices", "trialsPerDay", "trialsPerAddress", "trialKeptDays", "chatEndpoint", ' +
    '"publicKeys"}. chatEndpoint is the path of the ' +
    'endpoint for the chat platform, below the URL of the service, and publicKeys is LATCHKEY_PUBLIC_KEYS for the next build of your app.',
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
    approved: APPROVED,
    'user-agent': USER_AGENT,
    'reset-cooldown': RESET_COOLDOWN,
    'max-devices': MAX_DEVICES,
    'moves-per-year': MOVES_PER_YEAR,
    features: FEATURES,
    ...TRIAL_OPTIONS,
  },

  async run({ 'app-name': appName, 'chat-public-key': chatPublicKey, ...options }, storage) {
    const { approved, 'user-agent': userAgents, ...settings } = options
    const isApproved = approved === undefined ? undefined : approved === 'yes'
    const changes = {
      ...given({ chatPublicKey, userAgents, approved: isApproved }),
      ...settingsOf(settings),
    }
    const by = byCommandLine({ 'chat-public-key': chatPublicKey, ...options })
    const { id } = await projectOf(storage, appName)
    const project = await storage.changeProject(id, (known) => ({ ...known, ...changes }), by)
    if (project === undefined) throw noSuchProject(appName)
    return {
      project: id,
      appName,
      approved: project.approved,
      userAgents: project.userAgents,
      chatPublicKey: project.chatPublicKey,
      resetCooldown: project.resetCooldownSeconds,
      maxDevices: project.maxDevices,
      movesPerYear: project.movesPerYear,
      features: project.features,
      trialDays: project.trialDays,
      trialWeakDevices: project.trialWeakDevices,
      trialsPerDay: project.trialsPerDay,
      trialsPerAddress: project.trialsPerAddress,
      trialKeptDays: project.trialKeptDays,
      chatEndpoint: `/v3/projects/${id}/chat`,
      publicKeys: await publicKeysOf(storage, appName, systemClock()),
    }
  },
})

/** A year: longer than most installed apps go without an update. */
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

type Settings = Given<
  Record<'reset-cooldown' | 'max-devices' | 'moves-per-year', number> & Pick<Project, 'features'>
> &
  OptionValues<typeof TRIAL_OPTIONS>

const settingsOf = ({ 'reset-cooldown': resetCooldownSeconds, features, ...others }: Settings) =>
  given({
    ...camelCased(others),
    resetCooldownSeconds,
    features: features && featureList(features),
  })

export const noSuchProject = (appName: string): UserError =>
  new UserError(`There is no project with the app name ${appName}. Create it with: project create`)

/** @throws UserError when there is none */
export async function projectOf(storage: Storage, appName: string): Promise<Project> {
  const project = await storage.findProjectByAppName(appName)
  if (project === undefined) throw noSuchProject(appName)
  return project
}
