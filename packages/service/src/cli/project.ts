import { randomBytes } from 'node:crypto'
import { MOST_DEVICES, MOST_MOVES_PER_YEAR } from '@latchkey/management'
import {
  featureNames,
  type OptionValues,
  TRIAL_OPTIONS,
  wholeNumber,
} from '@latchkey/management/command-line'
import { createSigningKeyPair, formatPublicKeys } from '@latchkey/protocol'
import { systemClock } from '../clock.ts'
import { featureList } from '../domain/features.ts'
import { type Given, given } from '../domain/given.ts'
import { LAST_SECOND, SECONDS_A_DAY } from '../domain/key-expiry.ts'
import { isChatPublicKey, newProject, type Project } from '../domain/projects.ts'
import { RESETS_DISABLED } from '../domain/reset-device.ts'
import { isUsed, newSigningKey } from '../domain/signing-keys.ts'
import { createId, createSecrets } from '../security/credentials.ts'
import { projectSigners } from '../security/signing.ts'
import type { Storage } from '../storage/storage.ts'
import { UserError } from '../user-error.ts'
import { accountOf } from './account.ts'
import { byCommandLine, defineStorageCommand, textThat } from './command.ts'

/** It becomes part of a header's name. */
const EXECUTOR = /^[a-zA-Z0-9-]{1,64}$/

const RESET_COOLDOWN = {
  value: 'SECONDS',
  help: 'between two device resets or moves of a key; 0 for none, -1 to disable them',
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

const FEATURES = {
  value: 'NAMES',
  help: 'what all its keys open, beside their own features: a,b; "" for nothing',
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
    'max-devices': { ...MAX_DEVICES, fallback: 1 },
    'moves-per-year': { ...MOVES_PER_YEAR, fallback: 0 },
    features: FEATURES,
    ...TRIAL_OPTIONS,
  },

  async run({ account: email, name, 'app-name': appName, 'user-agent': userAgents, ...options }, storage) {
    const { id: accountId } = await accountOf(storage, email)
    const executor = options.executor.toLowerCase()
    const secrets = createSecrets(randomBytes)
    const id = createId(randomBytes)
    const wanted = { id, accountId, name, appName, executor, userAgents, secrets }
    const project = { ...newProject(wanted, systemClock()), ...settingsOf(options) }
    if ((await storage.createProject(project, byCommandLine())) === 'app-name-taken') {
      throw new UserError(`The app name ${appName} is taken. Choose another with --app-name.`)
    }
    const publicKeys = await publicKeysOf(storage, appName)
    return { project: id, name, appName, executor, userAgents, secrets, publicKeys }
  },
})

export const projectUpdate = defineStorageCommand({
  name: 'project update',
  summary: "Sets a project's chat panel, and what holds for its keys.",
  description:
    'Changes the given settings and prints {"project", "appName", "chatPublicKey", "resetCooldown", ' +
    '"maxDevices", "movesPerYear", "features", "trialDays", "trialWeakDevices", "trialsPerDay", ' +
    '"trialsPerAddress", "trialKeptDays", "chatEndpoint", "publicKeys"}. chatEndpoint is the path of the ' +
    'endpoint for the chat platform, below the URL of the service, and publicKeys is LATCHKEY_PUBLIC_KEYS for the next build of your app.',
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
    'max-devices': MAX_DEVICES,
    'moves-per-year': MOVES_PER_YEAR,
    features: FEATURES,
    ...TRIAL_OPTIONS,
  },

  async run({ 'app-name': appName, 'chat-public-key': chatPublicKey, ...options }, storage) {
    const changes = { ...given({ chatPublicKey }), ...settingsOf(options) }
    const by = byCommandLine({ 'chat-public-key': chatPublicKey, ...options })
    const { id } = await projectOf(storage, appName)
    const project = await storage.changeProject(id, (known) => ({ ...known, ...changes }), by)
    if (project === undefined) throw noSuchProject(appName)
    return {
      project: id,
      appName,
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
      publicKeys: await publicKeysOf(storage, appName),
    }
  },
})

/** A year: longer than most installed apps go without an update. */
const KEEP_DAYS = 365
const MOST_KEEP_DAYS = 3_650

export const projectRotateSigningKey = defineStorageCommand({
  name: 'project rotate-signing-key',
  summary: 'Adds the next signing key of a project.',
  description:
    'Prints {"project", "appName", "publicKeys", "othersUntil"}: build the next version of your app with ' +
    'publicKeys as LATCHKEY_PUBLIC_KEYS. Installed apps go on with the keys that they have until the ' +
    'Unix time othersUntil. Keep each earlier public key in your app until the last license file that ' +
    'it verifies has ended.',
  options: {
    'app-name': { value: 'NAME', help: 'of the project', isRequired: true },
    'keep-days': {
      value: 'DAYS',
      help: 'how long the earlier keys are still used; 0 ends them now, for example after a leak',
      fallback: KEEP_DAYS,
      parse: wholeNumber(0, MOST_KEEP_DAYS),
    },
  },

  async run({ 'app-name': appName, 'keep-days': keepDays }, storage) {
    const { id } = await projectOf(storage, appName)
    const now = systemClock()
    const by = byCommandLine({ 'signing-key': true })
    const othersUntil = keepDays === 0 ? now - 1 : now + keepDays * SECONDS_A_DAY
    await storage.addSigningKey(appName, newSigningKey(createSigningKeyPair(), now), othersUntil, by)
    return { project: id, appName, publicKeys: await publicKeysOf(storage, appName), othersUntil }
  },
})

/** The setting of an app for the keys that sign now. Makes the first key of an older project. */
async function publicKeysOf(storage: Storage, appName: string): Promise<string> {
  const now = systemClock()
  await projectSigners(storage, appName, now)
  return formatPublicKeys((await storage.signingKeys(appName)).filter((key) => isUsed(key, now)))
}

type Settings = Given<
  Record<'reset-cooldown' | 'max-devices' | 'moves-per-year', number> & Pick<Project, 'features'>
> &
  OptionValues<typeof TRIAL_OPTIONS>

const settingsOf = (options: Settings) =>
  given({
    resetCooldownSeconds: options['reset-cooldown'],
    maxDevices: options['max-devices'],
    movesPerYear: options['moves-per-year'],
    features: options.features && featureList(options.features),
    trialDays: options['trial-days'],
    trialWeakDevices: options['trial-weak-devices'],
    trialsPerDay: options['trials-per-day'],
    trialsPerAddress: options['trials-per-address'],
    trialKeptDays: options['trial-kept-days'],
  })

const noSuchProject = (appName: string): UserError =>
  new UserError(`There is no project with the app name ${appName}. Create it with: project create`)

/** @throws UserError when there is none */
export async function projectOf(storage: Storage, appName: string): Promise<Project> {
  const project = await storage.findProjectByAppName(appName)
  if (project === undefined) throw noSuchProject(appName)
  return project
}
