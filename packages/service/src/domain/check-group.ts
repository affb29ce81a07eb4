import type { KeyCheckRecord } from '@latchkey/protocol'
import { banEnd } from './bans.ts'
import type { CheckAttempt, CheckEffects, DecideCheck } from './check-key.ts'
import { isRefused, type UsedNonce } from './nonces.ts'
import type { Project } from './projects.ts'
import { hourOf } from './usage.ts'
import type { User } from './users.ts'

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

export interface StoredUser {
  readonly row: number
  readonly projectRow: number
  readonly user: User
}

/** What the storage has to write. */
export interface GroupEffects {
  /** Stored nonces that have expired and are used again: deleted before the used ones are added. */
  readonly expiredNonces: readonly UsedNonce[]
  readonly usedNonces: readonly UsedNonce[]
  /** Added to the count of each user. */
  readonly executions: readonly { readonly row: number; readonly executions: number }[]
  /** Users that have changed, but for their count. */
  readonly users: readonly Pick<StoredUser, 'row' | 'user'>[]
  /** Unix time divided by 3600. */
  readonly hour: number
  /** Added to the hour of each project. */
  readonly counts: readonly {
    readonly projectRow: number
    readonly executions: number
    readonly attacksBlocked: number
  }[]
}

export interface GroupDecision {
  /** One for each attempt, in the same order. */
  readonly answers: readonly KeyCheckRecord[]
  readonly effects: GroupEffects
}

interface ProjectState {
  readonly row: number
  readonly project: Project
  executions: number
  attacksBlocked: number
}

interface UserState {
  readonly row: number
  readonly projectRow: number
  user: User
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
    const group = createGroup(snapshot, now)
    return { answers: attempts.map((attempt) => group.decide(attempt, decide)), effects: group.effects() }
  }

function createGroup(snapshot: GroupSnapshot, now: number) {
  const projects = new Map<string, ProjectState>()
  const users = new Map<number, UserState>()
  const usersByKey = new Map<string, UserState>()
  const stored = new Map(snapshot.nonces.map((nonce) => [inProject(nonce.projectRow, nonce.nonce), nonce]))
  const used = new Map<string, UsedNonce>()

  const stateOf = ({ row, projectRow, user }: StoredUser): UserState => {
    const known = users.get(row)
    if (known !== undefined) return known
    const state = { row, projectRow, user, executions: 0, hasChanged: false }
    users.set(row, state)
    return state
  }
  for (const { row, project } of snapshot.projects) {
    projects.set(project.appName, { row, project, executions: 0, attacksBlocked: 0 })
  }
  for (const each of snapshot.users) usersByKey.set(inProject(each.projectRow, each.user.key), stateOf(each))
  for (const each of snapshot.bannedUsers) stateOf(each)
  // Without a banned user and without a change there is no ban to look for.
  let mayFindBanned = snapshot.bannedUsers.length > 0

  /** Of several, the one whose ban lasts longest. */
  const findBanned = (projectRow: number, deviceId: string): User | undefined => {
    let longest: User | undefined
    for (const state of users.values()) {
      const { user } = state
      if (state.projectRow !== projectRow || !user.banned || user.identifier !== deviceId) continue
      if (longest === undefined || banEnd(user) > banEnd(longest)) longest = user
    }
    return longest
  }

  const apply = (
    effects: CheckEffects,
    nonce: string,
    known: ProjectState,
    state: UserState | undefined,
  ): void => {
    if (effects.rememberNonceUntil !== undefined) {
      const taken = { projectRow: known.row, nonce, refusedUntil: effects.rememberNonceUntil }
      used.set(inProject(known.row, nonce), taken)
    }
    if (effects.attackBlocked) known.attacksBlocked += 1
    if (effects.execution) known.executions += 1
    if (state === undefined) return
    if (effects.user !== undefined) {
      // A check never changes the key, and the count only by its execution.
      state.user = { ...effects.user, key: state.user.key, totalExecutions: state.user.totalExecutions }
      state.hasChanged = true
      mayFindBanned = true
    }
    if (effects.execution) {
      state.executions += 1
      state.user = { ...state.user, totalExecutions: state.user.totalExecutions + 1 }
    }
  }

  return {
    decide(attempt: CheckAttempt, decide: DecideCheck): KeyCheckRecord {
      const { appName, key, deviceId, nonce } = attempt
      const known = projects.get(appName)
      if (known === undefined) {
        const nothing = { project: undefined, nonceTaken: false, user: undefined, bannedDevice: undefined }
        return decide(attempt, nothing, now).answer
      }
      const state = usersByKey.get(inProject(known.row, key))
      const nonceId = inProject(known.row, nonce)
      const taken = used.get(nonceId) ?? stored.get(nonceId)
      const snapshotOfOne = {
        project: known.project,
        nonceTaken: taken !== undefined && isRefused(taken, now),
        user: state?.user,
        bannedDevice: mayFindBanned && deviceId !== '' ? findBanned(known.row, deviceId) : undefined,
      }
      const { answer, effects } = decide(attempt, snapshotOfOne, now)
      apply(effects, nonce, known, state)
      return answer
    },

    effects(): GroupEffects {
      const all = [...users.values()]
      return {
        expiredNonces: [...used.keys()].flatMap((id) => stored.get(id) ?? []),
        usedNonces: [...used.values()],
        executions: all.filter(({ executions }) => executions > 0),
        users: all.filter(({ hasChanged }) => hasChanged),
        hour: hourOf(now),
        counts: [...projects.values()]
          .filter(({ executions, attacksBlocked }) => executions + attacksBlocked > 0)
          .map(({ row, executions, attacksBlocked }) => ({ projectRow: row, executions, attacksBlocked })),
      }
    },
  }
}

const inProject = (projectRow: number, text: string): string => `${projectRow} ${text}`
