import type { SharedSecrets } from '@latchkey/protocol'
import { SECONDS_A_DAY } from '../license/key-expiry.ts'
import type { DeviceLimits } from '../license/license.ts'

export interface Project extends DeviceLimits, TrialRules {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly platform: string
  /** The parameter `by` of a key check. Unique in the whole service. */
  readonly appName: string
  /** `{exec}` of the fingerprint header, in lower case. */
  readonly executor: string
  /** Key checks are answered only for approved projects. */
  readonly approved: boolean
  /** The User-Agents of its apps; see `isUserAgentAllowed`. Empty: none is allowed. */
  readonly userAgents: readonly string[]
  /** The shared secrets, plain only in memory: an adapter seals them before it writes them. */
  readonly secrets: SharedSecrets
  /** The secrets before the last rotation. Absent: there was none, or it ended them at once. */
  readonly earlierSecrets?: EarlierSecrets
  /** Seconds; 0 no cooldown; -1 resets are disabled. */
  readonly resetCooldownSeconds: number
  /**
   * The key of the chat platform's application: Ed25519, 64 lower-case hex digits. Empty: no panel.
   */
  readonly chatPublicKey: string
  readonly createdAt: number
  /** The features of all its keys: a `featureList`. */
  readonly features: readonly string[]
  /** The gate may ask the owner of a license by mail to free a computer. */
  readonly askOwner: boolean
  /** It has published a release: its apps get tokens for updates. */
  readonly hasReleases: boolean
}

/** The settings of a project for its trials. */
export interface TrialRules {
  /** How long a trial lasts; 0: the project offers none. */
  readonly trialDays: number
  /** Whether a device that is hard to tell from others gets a trial. */
  readonly trialWeakDevices: boolean
  /** How many trials may start in a day, in all, and from one address. */
  readonly trialsPerDay: number
  readonly trialsPerAddress: number
  /** The days after which the key of a trial that has ended is deleted. */
  readonly trialKeptDays: number
}

export const NO_TRIALS: TrialRules = {
  trialDays: 0,
  trialWeakDevices: false,
  trialsPerDay: 1_000,
  trialsPerAddress: 5,
  trialKeptDays: 30,
}

/** Shared secrets of installed apps that were built before a rotation. */
export interface EarlierSecrets {
  readonly secrets: SharedSecrets
  /** The last second at which they are used. */
  readonly usedUntil: number
}

type NewProject = Omit<
  Project,
  | 'platform'
  | 'approved'
  | 'earlierSecrets'
  | 'resetCooldownSeconds'
  | 'chatPublicKey'
  | 'createdAt'
  | 'features'
  | 'askOwner'
  | 'hasReleases'
  | keyof DeviceLimits
  | keyof TrialRules
>

const CHAT_PUBLIC_KEY = /^[0-9a-f]{64}$/
export const isChatPublicKey = (text: string): boolean => CHAT_PUBLIC_KEY.test(text)

/** A new project. It is approved, because only the operator can create projects. */
export const newProject = (wanted: NewProject, now: number): Project => ({
  ...wanted,
  platform: 'desktop',
  approved: true,
  resetCooldownSeconds: 0,
  maxDevices: 1,
  movesPerYear: 0,
  chatPublicKey: '',
  createdAt: now,
  features: [],
  askOwner: false,
  hasReleases: false,
  ...NO_TRIALS,
})

/** The shared secrets with which a request may be signed, the newest first. */
export const secretsInUse = (
  { secrets, earlierSecrets }: Pick<Project, 'secrets' | 'earlierSecrets'>,
  now: number,
): readonly SharedSecrets[] =>
  earlierSecrets !== undefined && now <= earlierSecrets.usedUntil
    ? [secrets, earlierSecrets.secrets]
    : [secrets]

/** The last second at which replaced secrets or keys are used. 0 days: they end at once. */
export const keptUntil = (keepDays: number, now: number): number =>
  keepDays === 0 ? now - 1 : now + keepDays * SECONDS_A_DAY

/**
 * Replaces the shared secrets.
 * @param keptUntil the last second of the present secrets; before `now`: they end at once
 */
export function rotateSecrets(
  project: Project,
  secrets: SharedSecrets,
  keptUntil: number,
  now: number,
): Project {
  const { earlierSecrets: _, ...rest } = project
  if (keptUntil < now) return { ...rest, secrets }
  return { ...rest, secrets, earlierSecrets: { secrets: project.secrets, usedUntil: keptUntil } }
}

/**
 * Whether this User-Agent may check keys of a project. An entry is the whole text, or with a `*` at
 * its end a prefix, so that `Latchkey/*` still matches after an update of the app. Case-sensitive.
 */
export function isUserAgentAllowed(userAgent: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) =>
    entry.endsWith('*') ? userAgent.startsWith(entry.slice(0, -1)) : userAgent === entry,
  )
}
