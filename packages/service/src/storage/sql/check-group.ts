import { type KeyCheckRecord, NEVER } from '@latchkey/protocol'
import type { Project, User } from '../../domain/records.ts'
import type { CheckAttempt, CheckEffects, DecideCheck } from '../storage.ts'
import { toUser, toUserColumns, type UserRow } from './rows.ts'

export interface KnownProject {
  readonly rowId: number
  readonly project: Project
}

interface NonceRow {
  readonly project_id: number
  readonly nonce: string
  readonly refused_until: number
}

/** Everything in the database that a group of key checks may be about. */
export interface GroupRows {
  readonly projects: readonly KnownProject[]
  readonly users: readonly UserRow[]
  /** Every banned user of a device of the group. */
  readonly bannedUsers: readonly UserRow[]
  /** The group's nonces that are in the database, those that are past included. */
  readonly nonces: readonly NonceRow[]
}

/** What a group leaves to be written. */
export interface GroupWrites {
  readonly takenNonces: readonly NonceRow[]
  /** Rows of `nonces` that go before the taken ones come. */
  readonly replacedNonces: readonly NonceRow[]
  readonly executions: readonly { readonly id: number; readonly executions: number }[]
  readonly users: readonly ({ readonly id: number } & ReturnType<typeof toUserColumns>)[]
  readonly hours: readonly {
    readonly project_id: number
    readonly executions: number
    readonly attacks_blocked: number
  }[]
}

interface State {
  readonly projectRowId: number
  readonly id: number
  user: User
  executions: number
  changed: boolean
}

/** Decides the attempts of a group over rows that were read at once; each sees what those before it did. */
export function createCheckGroup(rows: GroupRows) {
  const projects = new Map(
    rows.projects.map((known) => [known.project.appName, { ...known, executions: 0, attacks_blocked: 0 }]),
  )
  const states = new Map<number, State>()
  const byKey = new Map<string, State>()
  const inProject = (projectRowId: number, text: string): string => `${projectRowId} ${text}`

  const stateOf = (row: UserRow): State => {
    const known = states.get(row.id)
    if (known !== undefined) return known
    const state = {
      projectRowId: row.project_id,
      id: row.id,
      user: toUser(row),
      executions: 0,
      changed: false,
    }
    states.set(row.id, state)
    return state
  }
  for (const row of rows.users) byKey.set(inProject(row.project_id, row.user_key), stateOf(row))
  for (const row of rows.bannedUsers) stateOf(row)
  // Without a banned user and without a change there is nobody to look for.
  let mayFindBanned = rows.bannedUsers.length > 0

  const stored = new Map(rows.nonces.map((row) => [inProject(row.project_id, row.nonce), row]))
  const taken = new Map<string, NonceRow>()

  const findBanned = (projectRowId: number, deviceId: string): User | undefined => {
    let longest: User | undefined
    for (const state of states.values()) {
      const { user } = state
      if (state.projectRowId !== projectRowId || !user.banned || user.identifier !== deviceId) continue
      if (longest === undefined || endOf(user) > endOf(longest)) longest = user
    }
    return longest
  }

  const isTaken = (id: string, now: number): boolean =>
    ((taken.get(id) ?? stored.get(id))?.refused_until ?? Number.NEGATIVE_INFINITY) >= now

  const apply = (
    effects: CheckEffects,
    attempt: CheckAttempt,
    known: KnownProject & { executions: number; attacks_blocked: number },
    state: State | undefined,
  ): void => {
    if (effects.rememberNonceUntil !== undefined) {
      taken.set(inProject(known.rowId, attempt.nonce), {
        project_id: known.rowId,
        nonce: attempt.nonce,
        refused_until: effects.rememberNonceUntil,
      })
    }
    if (effects.attackBlocked) known.attacks_blocked += 1
    if (effects.execution) known.executions += 1
    if (state === undefined) return
    if (effects.user !== undefined) {
      // The key and the count are the storage's own.
      state.user = { ...effects.user, key: state.user.key, totalExecutions: state.user.totalExecutions }
      state.changed = true
      mayFindBanned = true
    }
    if (effects.execution) {
      state.executions += 1
      state.user = { ...state.user, totalExecutions: state.user.totalExecutions + 1 }
    }
  }

  return {
    decide(attempt: CheckAttempt, now: number, decide: DecideCheck): KeyCheckRecord {
      const known = projects.get(attempt.appName)
      if (known === undefined) {
        const nothing = { project: undefined, nonceTaken: false, user: undefined, bannedDevice: undefined }
        return decide(attempt, nothing, now).answer
      }
      const state = byKey.get(inProject(known.rowId, attempt.key))
      const snapshot = {
        project: known.project,
        nonceTaken: isTaken(inProject(known.rowId, attempt.nonce), now),
        user: state?.user,
        bannedDevice:
          mayFindBanned && attempt.deviceId !== '' ? findBanned(known.rowId, attempt.deviceId) : undefined,
      }
      const { answer, effects } = decide(attempt, snapshot, now)
      apply(effects, attempt, known, state)
      return answer
    },

    writes(): GroupWrites {
      const all = [...states.values()]
      return {
        takenNonces: [...taken.values()],
        replacedNonces: [...taken.keys()].flatMap((id) => stored.get(id) ?? []),
        executions: all
          .filter(({ executions }) => executions > 0)
          .map(({ id, executions }) => ({ id, executions })),
        users: all.filter(({ changed }) => changed).map(({ id, user }) => ({ id, ...toUserColumns(user) })),
        hours: [...projects.values()]
          .filter(({ executions, attacks_blocked }) => executions + attacks_blocked > 0)
          .map(({ rowId, executions, attacks_blocked }) => ({
            project_id: rowId,
            executions,
            attacks_blocked,
          })),
      }
    },
  }
}

const endOf = ({ banExpire }: User): number => (banExpire === NEVER ? Number.POSITIVE_INFINITY : banExpire)
