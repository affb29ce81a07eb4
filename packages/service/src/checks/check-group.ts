import type { Project } from '../core/accounts/projects.ts'
import { dayOf, hourOf } from '../core/accounts/usage.ts'
import { eventsOfCheck, isAccepted, type StoredEvent } from '../core/event-log/events.ts'
import { banEnd, bansDevice } from '../core/license/bans.ts'
import type { StoredUser } from '../core/license/stored-user.ts'
import type { User } from '../core/license/users.ts'
import type { CheckAnswer, CheckAttempt, CheckEffects, CheckSnapshot, DecideCheck } from './check-key.ts'
import { isRefused, type UsedNonce } from './nonces.ts'

/**
 * Everything stored that a group of key checks may be about. `row` is the storage's number of a
 * record.
 */
export interface GroupSnapshot {
  readonly projects: readonly { readonly row: number; readonly project: Project }[]
  readonly users: readonly StoredUser[]
  /** Every banned user of a device of the group. */
  readonly bannedUsers: readonly StoredUser[]
  /** The group's nonces that are stored, expired ones included. */
  readonly nonces: readonly UsedNonce[]
}

/** What the storage has to write. */
export interface GroupEffects {
  /** Stored nonces that have expired and are used again: deleted before the used ones are added. */
  readonly expiredNonces: readonly UsedNonce[]
  readonly usedNonces: readonly UsedNonce[]
  /** Added to the count of each user, whose `usedDay` is replaced. */
  readonly executions: readonly {
    readonly row: number
    readonly executions: number
    readonly usedDay: number
  }[]
  /** Users that have changed, but for their count. */
  readonly users: readonly Pick<StoredUser, 'row' | 'user'>[]
  /** Unix time divided by 3600. */
  readonly hour: number
  /** Added to the hour of each project. */
  readonly counts: readonly {
    readonly projectRow: number
    readonly executions: number
    readonly attacksBlocked: number
    /** Users with their first accepted check of the day. */
    readonly activeUsers: number
  }[]
  /** Of the keys of users, in order. Of the refusals of a key, `REFUSALS_KEPT` remain. */
  readonly events: readonly StoredEvent[]
}

export interface GroupDecision {
  /** One for each attempt, in the same order. */
  readonly answers: readonly CheckAnswer[]
  readonly effects: GroupEffects
}

interface ProjectState {
  readonly row: number
  readonly project: Project
  executions: number
  attacksBlocked: number
  activeUsers: number
}

interface UserState extends Pick<StoredUser, 'row' | 'projectRow'> {
  user: User
  usedDay: number
  executions: number
  hasChanged: boolean
}

/**
 * Decides the attempts of a group in order, as if each had come alone: an attempt sees the effects
 * of those before it. Pure.
 */
export const decideGroup =
  (attempts: readonly CheckAttempt[], now: number, decide: DecideCheck) =>
  (snapshot: GroupSnapshot): GroupDecision => {
    const projects = new Map<string, ProjectState>()
    const users = new Map<number, UserState>()
    const usersByKey = new Map<string, UserState>()
    const storedNonces = new Map(snapshot.nonces.map((nonce) => [idOf(nonce.projectRow, nonce.nonce), nonce]))
    const usedNonces = new Map<string, UsedNonce>()
    const events: StoredEvent[] = []
    const today = dayOf(now)
    for (const { row, project } of snapshot.projects) {
      projects.set(project.appName, { row, project, executions: 0, attacksBlocked: 0, activeUsers: 0 })
    }
    // A banned user may also be the user of a key of the group.
    for (const stored of [...snapshot.users, ...snapshot.bannedUsers]) {
      if (!users.has(stored.row)) users.set(stored.row, { ...stored, executions: 0, hasChanged: false })
    }
    for (const { row, projectRow, user } of snapshot.users) {
      const state = users.get(row)
      if (state !== undefined) usersByKey.set(idOf(projectRow, user.key), state)
    }
    // Without a banned user and without a change there is no ban to look for.
    let mayFindBanned = snapshot.bannedUsers.length > 0

    /** Of several, the one whose ban lasts longest. */
    const findBanned = (projectRow: number, deviceId: string): User | undefined => {
      let longest: User | undefined
      for (const state of users.values()) {
        const { user } = state
        if (state.projectRow !== projectRow || !bansDevice(user, deviceId)) continue
        if (longest === undefined || banEnd(user) > banEnd(longest)) longest = user
      }
      return longest
    }

    /** Only for a check that is refused or changes its user: others leave no event. */
    const changeUser = (
      state: UserState,
      change: Pick<CheckEffects, 'user' | 'event'>,
      code: string,
      { actor = 'user', address }: CheckAttempt,
    ): void => {
      const by = { at: now, actor, address, fields: [] }
      const { events: made, user } = eventsOfCheck(state.user, change, code, by)
      for (const event of made) events.push({ projectRow: state.projectRow, userRow: state.row, event })
      if (change.user !== undefined) mayFindBanned = true
      if (user === undefined) return
      // A check never changes the key, and the count only by its execution.
      const { key, totalExecutions } = state.user
      state.user = { ...user, key, totalExecutions }
      state.hasChanged = true
    }

    const answers = attempts.map((attempt) => {
      const state = projects.get(attempt.appName)
      if (state === undefined) return decide(attempt, UNKNOWN_PROJECT, now).answer
      const { row, project } = state
      const user = usersByKey.get(idOf(row, attempt.key))
      const nonceId = idOf(row, attempt.nonce)
      const taken = usedNonces.get(nonceId) ?? storedNonces.get(nonceId)
      const snapshotOfOne = {
        project,
        nonceTaken: taken !== undefined && isRefused(taken, now),
        user: user?.user,
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
      if (user === undefined) return answer
      if (effects.user !== undefined || !isAccepted(answer.code)) {
        changeUser(user, effects, answer.code, attempt)
      }
      if (effects.execution) {
        user.executions += 1
        user.user = { ...user.user, totalExecutions: user.user.totalExecutions + 1 }
        // A day that is further ahead is from a clock that was wrong.
        if (isAccepted(answer.code) && (user.usedDay < today || user.usedDay > today + 1)) {
          user.usedDay = today
          state.activeUsers += 1
        }
      }
      return answer
    })

    const all = [...users.values()]
    const effects: GroupEffects = {
      expiredNonces: [...usedNonces.keys()].flatMap((id) => storedNonces.get(id) ?? []),
      usedNonces: [...usedNonces.values()],
      executions: all.filter(({ executions }) => executions > 0),
      users: all.filter(({ hasChanged }) => hasChanged),
      hour: hourOf(now),
      counts: [...projects.values()]
        .filter(({ executions, attacksBlocked }) => executions + attacksBlocked > 0)
        .map(({ row, executions, attacksBlocked, activeUsers }) => ({
          projectRow: row,
          executions,
          attacksBlocked,
          activeUsers,
        })),
      events,
    }
    return { answers, effects }
  }

const UNKNOWN_PROJECT: CheckSnapshot = {
  project: undefined,
  nonceTaken: false,
  user: undefined,
  bannedDevice: undefined,
}

const idOf = (projectRow: number, text: string): string => `${projectRow} ${text}`
