import type { ScriptProgress } from '@latchkey/management'
import { definedFields, type SomeFields } from '../core/fields.ts'
import type { Waiting, WaitingLimits } from '../core/settings.ts'
import type { Script, ScriptUpdate } from './scripts.ts'

/** The settings that an update may change. */
export type ScriptSettings = SomeFields<Omit<Script, 'id' | 'projectId' | 'version'>>

/** How often the process that works on an update records that it is alive. */
export const ALIVE_EVERY_SECONDS = 5
/**
 * If an update was not recorded as alive for longer than this, its process has ended, and the
 * update has failed.
 */
export const ALIVE_WITHIN_SECONDS = 30

/** Whether the process that works on an update is still running. */
export const isAlive = ({ aliveAt }: Pick<ScriptUpdate, 'aliveAt'>, now: number): boolean =>
  now - aliveAt <= ALIVE_WITHIN_SECONDS

/** The message of an update whose process has ended. */
export const SERVICE_STOPPED = 'The service stopped while it processed the script. Send it again.'

const VERSION_DIGITS = 4

/** The script after an update that succeeded. */
export const updatedScript = (script: Script, settings: ScriptSettings): Script => ({
  ...script,
  ...definedFields(settings),
  version: String(Number(script.version) + 1).padStart(VERSION_DIGITS, '0'),
})

/** The progress of an update, as the interface describes it. Source: interface, "Script update". */
export function progressOf(update: ScriptUpdate, now: number): ScriptProgress {
  const { state, stage: reactor_status } = update
  switch (state) {
    case 'succeeded':
      return completed(true, 'The script was updated.')
    case 'rejected':
      return completed(false, update.message)
    case 'broken':
      return { success: false, status: 'failed', message: update.message, reactor_status }
    case 'processing':
      return isAlive(update, now)
        ? { success: true, status: state, message: 'The script is being processed.', reactor_status }
        : { success: false, status: 'failed', message: SERVICE_STOPPED, reactor_status }
  }
}

const completed = (success: boolean, message: string): ScriptProgress => ({
  success: true,
  status: 'completed',
  message,
  reactor_status: 'completed',
  result: { success, message },
})

export interface Allowance {
  readonly most: number
  /** The first second of the period of the allowance. */
  readonly since: number
  /**
   * An unfinished update that was last alive before this second has broken off, and is not counted.
   */
  readonly brokenBefore: number
  readonly waiting: WaitingLimits
}

/** What an account, and all accounts together, use of an allowance. */
export interface AllowanceUse {
  /**
   * The updates of the account that succeeded in the period or are under way, so that a burst of
   * uploads counts.
   */
  readonly obfuscations: number
  readonly ofAccount: Waiting
  readonly inAll: Waiting
}

export type AllowanceRefusal = 'allowance-used-up' | 'too-many-of-account-waiting' | 'too-many-waiting'

/**
 * Decides whether an update may begin.
 * @returns why an update with a source of `bytes` cannot begin; undefined if it can
 */
export function refuseUpdate(
  { obfuscations, ofAccount, inAll }: AllowanceUse,
  bytes: number,
  { most, waiting }: Pick<Allowance, 'most' | 'waiting'>,
): AllowanceRefusal | undefined {
  if (obfuscations >= most) return 'allowance-used-up'
  if (isFull(ofAccount, bytes, waiting.perAccount)) return 'too-many-of-account-waiting'
  return isFull(inAll, bytes, waiting.inAll) ? 'too-many-waiting' : undefined
}

const isFull = (used: Waiting, bytes: number, limit: Waiting): boolean =>
  used.updates >= limit.updates || used.bytes + bytes > limit.bytes
