import type { Project } from '../core/accounts/projects.ts'
import { dayOf, hourOf } from '../core/accounts/usage.ts'
import { eventsOfCheck, isAccepted, type StoredEvent } from '../core/event-log/events.ts'
import { banEnd, bansDevice } from '../core/license/bans.ts'
import type { License } from '../core/license/license.ts'
import type { StoredLicense } from '../core/license/stored-license.ts'
import type { CheckAnswer, CheckAttempt, CheckEffects, CheckSnapshot, DecideCheck } from './check-key.ts'
import { isRefused, type UsedNonce } from './nonces.ts'

/**
 * The stored records that a group of key checks may need. `row` is the number of a record in the
 * storage.
 */
export interface GroupSnapshot {
  readonly projects: readonly { readonly row: number; readonly project: Project }[]
  readonly licenses: readonly StoredLicense[]
  /** Every banned license of a device of the group. */
  readonly bannedLicenses: readonly StoredLicense[]
  /** The group's nonces that are stored, expired ones included. */
  readonly nonces: readonly UsedNonce[]
}

/** What the storage has to write for a group. */
export interface GroupEffects {
  /** Stored nonces that have expired and are used again: deleted before the used ones are added. */
  readonly expiredNonces: readonly UsedNonce[]
  readonly usedNonces: readonly UsedNonce[]
  /** One execution more for each license, and a new `usedDay`. */
  readonly executions: readonly {
    readonly row: number
    readonly executions: number
    readonly usedDay: number
  }[]
  /** Licenses that have changed in other fields than their count. */
  readonly licenses: readonly Pick<StoredLicense, 'row' | 'license'>[]
  /** Unix time divided by 3600. */
  readonly hour: number
  /** What is added to the hour of each project. */
  readonly counts: readonly {
    readonly projectRow: number
    readonly executions: number
    readonly attacksBlocked: number
    /** The number of licenses with their first accepted check of the day. */
    readonly activeLicenses: number
  }[]
  /** Events of keys, in the order of the checks. The storage keeps the last `REFUSALS_KEPT` refusals of a key. */
  readonly events: readonly StoredEvent[]
}

export interface GroupDecision {
  /** One answer for each attempt, in the same order. */
  readonly answers: readonly CheckAnswer[]
  readonly effects: GroupEffects
}

interface ProjectState {
  readonly row: number
  readonly project: Project
  executions: number
  attacksBlocked: number
  activeLicenses: number
}

interface LicenseState extends Pick<StoredLicense, 'row' | 'projectRow'> {
  license: License
  usedDay: number
  executions: number
  hasChanged: boolean
}

/**
 * Decides the attempts of a group in order, as if they had come one after another: an attempt sees
 * the effects of those before it. Pure.
 */
export const decideGroup =
  (attempts: readonly CheckAttempt[], now: number, decide: DecideCheck) =>
  (snapshot: GroupSnapshot): GroupDecision => {
    const projects = new Map<string, ProjectState>()
    const licenses = new Map<number, LicenseState>()
    const licensesByKey = new Map<string, LicenseState>()
    const storedNonces = new Map(snapshot.nonces.map((nonce) => [idOf(nonce.projectRow, nonce.nonce), nonce]))
    const usedNonces = new Map<string, UsedNonce>()
    const events: StoredEvent[] = []
    const today = dayOf(now)
    for (const { row, project } of snapshot.projects) {
      projects.set(project.appName, { row, project, executions: 0, attacksBlocked: 0, activeLicenses: 0 })
    }
    // A banned license may also be that of a key of the group.
    for (const stored of [...snapshot.licenses, ...snapshot.bannedLicenses]) {
      if (!licenses.has(stored.row)) licenses.set(stored.row, { ...stored, executions: 0, hasChanged: false })
    }
    for (const { row, projectRow, license } of snapshot.licenses) {
      const state = licenses.get(row)
      if (state !== undefined) licensesByKey.set(idOf(projectRow, license.key), state)
    }
    // Without a banned license and without a change, there can be no ban.
    let mayFindBanned = snapshot.bannedLicenses.length > 0

    /**
     * Finds a banned license of a device. If there are several, the one whose ban lasts longest.
     */
    const findBanned = (projectRow: number, deviceId: string): License | undefined => {
      let longest: License | undefined
      for (const state of licenses.values()) {
        const { license } = state
        if (state.projectRow !== projectRow || !bansDevice(license, deviceId)) continue
        if (longest === undefined || banEnd(license) > banEnd(longest)) longest = license
      }
      return longest
    }

    /**
     * Called only for a check that is refused or changes its license: other checks leave no event.
     */
    const changeLicense = (
      state: LicenseState,
      change: Pick<CheckEffects, 'license' | 'event'>,
      code: string,
      { actor = 'user', address }: CheckAttempt,
    ): void => {
      const by = { at: now, actor, address, fields: [] }
      const { events: made, license } = eventsOfCheck(state.license, change, code, by)
      for (const event of made) events.push({ projectRow: state.projectRow, licenseRow: state.row, event })
      if (change.license !== undefined) mayFindBanned = true
      if (license === undefined) return
      // A check never changes the key, and the count only by its execution.
      const { key, totalExecutions } = state.license
      state.license = { ...license, key, totalExecutions }
      state.hasChanged = true
    }

    const answers = attempts.map((attempt) => {
      const state = projects.get(attempt.appName)
      if (state === undefined) return decide(attempt, UNKNOWN_PROJECT, now).answer
      const { row, project } = state
      const stored = licensesByKey.get(idOf(row, attempt.key))
      const nonceId = idOf(row, attempt.nonce)
      const taken = usedNonces.get(nonceId) ?? storedNonces.get(nonceId)
      const snapshotOfOne = {
        project,
        nonceTaken: taken !== undefined && isRefused(taken, now),
        license: stored?.license,
        bannedDevice:
          mayFindBanned && attempt.deviceId !== '' ? findBanned(row, attempt.deviceId) : undefined,
      }
      const { answer, effects } = decide(attempt, snapshotOfOne, now)
      const { rememberNonceUntil: refusedUntil } = effects
      if (refusedUntil !== undefined) {
        usedNonces.set(nonceId, { projectRow: row, nonce: attempt.nonce, refusedUntil })
      }
      if (effects.attackBlocked) state.attacksBlocked += 1
      if (effects.execution) state.executions += 1
      if (stored === undefined) return answer
      if (effects.license !== undefined || !isAccepted(answer.code)) {
        changeLicense(stored, effects, answer.code, attempt)
      }
      if (effects.execution) {
        stored.executions += 1
        const { license } = stored
        stored.license = { ...license, totalExecutions: license.totalExecutions + 1 }
        // A day that is further ahead was written with a wrong clock.
        if (isAccepted(answer.code) && (stored.usedDay < today || stored.usedDay > today + 1)) {
          stored.usedDay = today
          state.activeLicenses += 1
        }
      }
      return answer
    })

    const all = [...licenses.values()]
    const effects: GroupEffects = {
      expiredNonces: [...usedNonces.keys()].flatMap((id) => storedNonces.get(id) ?? []),
      usedNonces: [...usedNonces.values()],
      executions: all.filter(({ executions }) => executions > 0),
      licenses: all.filter(({ hasChanged }) => hasChanged),
      hour: hourOf(now),
      counts: [...projects.values()]
        .filter(({ executions, attacksBlocked }) => executions + attacksBlocked > 0)
        .map(({ row, executions, attacksBlocked, activeLicenses }) => ({
          projectRow: row,
          executions,
          attacksBlocked,
          activeLicenses,
        })),
      events,
    }
    return { answers, effects }
  }

const UNKNOWN_PROJECT: CheckSnapshot = {
  project: undefined,
  nonceTaken: false,
  license: undefined,
  bannedDevice: undefined,
}

const idOf = (projectRow: number, text: string): string => `${projectRow} ${text}`
