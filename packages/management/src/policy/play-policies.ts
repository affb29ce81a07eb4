import { type Need, needsOf, type PlayedEvent } from './needs-of-events.ts'

export { NEED_KINDS, type PlayedEvent } from './needs-of-events.ts'

/** The settings of a project that decide what users can do with their computers. */
export interface DevicePolicy {
  readonly movesPerYear: number
  readonly maxDevices: number
  /** 0: none; -1: moves are disabled. */
  readonly cooldownSeconds: number
}

/** What happened to the users of a project, or what would have happened. */
export interface Played {
  /** Keys whose user could not go on with another computer without help. */
  readonly lockedOut: number
  /** How often the vendor had to free a key. */
  readonly mails: number
  /** How often users moved a key or released a device. */
  readonly moves: number
  /** Keys whose user wanted one more move than a year allows: a sign of sharing. */
  readonly outOfMoves: number
}

/** What `playPolicies` found. */
export interface PlayedPolicies {
  readonly keys: number
  /** Keys with as many refusals as the service keeps, so earlier ones may be missing. */
  readonly cutKeys: number
  readonly happened: Played
  /** One result for each given policy, in the same order. */
  readonly policies: readonly Played[]
}

/** The service keeps the newest refusals of each key. */
const REFUSALS_KEPT = 50
const SECONDS_A_YEAR = 365 * 86_400

/**
 * Plays the events of a project under other settings. For each need of a key (see `needsOf`), in
 * the order of time:
 * - While fewer devices are linked than allowed, the computer is linked beside them. Every need
 *   counts as a new computer, because events have no device IDs. So a user who changes between the
 *   same computers counts as locked out too often.
 * - Otherwise the user moves the key at once, if the last change is longer ago than the cooldown,
 *   and if fewer moves than allowed were in the 365 days before. The other computer counts as given
 *   up: that it wants the key back is in no event. So moves spare less where users have two
 *   computers.
 * - Otherwise the user is locked out. If somebody freed the key, this happens now, too, and unlinks
 *   all other devices. The vendor now does what a user did alone under the earlier settings. A user
 *   who gave up gives up again.
 * - A license file for a computer without a network is always made by the vendor.
 * Each key starts with one device and without a move. Settings of single keys are not known.
 * @param events sorted by time
 */
export function playPolicies(
  events: Iterable<PlayedEvent>,
  policies: readonly DevicePolicy[],
): PlayedPolicies {
  const byKey = new Map<string, PlayedEvent[]>()
  for (const event of events) {
    const known = byKey.get(event.id)
    if (known === undefined) byKey.set(event.id, [event])
    else known.push(event)
  }
  const happened = newTally()
  const tallies = policies.map((policy) => ({ policy, tally: newTally() }))
  let cutKeys = 0
  for (const [key, itsEvents] of byKey) {
    const refusals = itsEvents.filter(({ kind }) => kind === 'refused')
    if (refusals.length >= REFUSALS_KEPT) cutKeys += 1
    if (refusals.some(({ code }) => code === 'MOVE_LIMIT_REACHED')) happened.outOfMoves.add(key)
    const needs = needsOf(itsEvents)
    for (const { answer } of needs) {
      if (answer === 'user') happened.moves += 1
      else if (answer !== 'room' && answer !== 'offline') happened.lockedOut.add(key)
      if (answer === 'vendor' || answer === 'offline') happened.mails += 1
    }
    for (const { policy, tally } of tallies) playKey(key, needs, policy, tally)
  }
  return {
    keys: byKey.size,
    cutKeys,
    happened: sumOf(happened),
    policies: tallies.map((it) => sumOf(it.tally)),
  }
}

interface Tally {
  readonly lockedOut: Set<string>
  readonly outOfMoves: Set<string>
  mails: number
  moves: number
}
const newTally = (): Tally => ({ lockedOut: new Set(), outOfMoves: new Set(), mails: 0, moves: 0 })
const sumOf = ({ lockedOut, outOfMoves, mails, moves }: Tally): Played => ({
  lockedOut: lockedOut.size,
  mails,
  moves,
  outOfMoves: outOfMoves.size,
})

function playKey(key: string, needs: readonly Need[], policy: DevicePolicy, tally: Tally): void {
  const { movesPerYear, maxDevices, cooldownSeconds } = policy
  const canMove = movesPerYear > 0 && cooldownSeconds >= 0
  let linked = 1
  let changedAt = Number.NEGATIVE_INFINITY
  let moves: readonly number[] = []
  for (const { at, answer, answeredAt } of needs) {
    if (answer !== 'offline') {
      if (linked < maxDevices) {
        linked += 1
        continue
      }
      moves = moves.filter((moved) => at - moved < SECONDS_A_YEAR)
      const hasMove = moves.length < movesPerYear
      if (canMove && hasMove && at - changedAt >= cooldownSeconds) {
        moves = [...moves, at]
        changedAt = at
        tally.moves += 1
        continue
      }
      if (canMove && !hasMove) tally.outOfMoves.add(key)
      tally.lockedOut.add(key)
      if (answer === 'none') continue
    }
    if (answer !== 'chat') tally.mails += 1
    linked = 1
    changedAt = answeredAt
  }
}
