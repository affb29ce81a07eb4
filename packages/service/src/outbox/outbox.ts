/** What leaves the service by one of these ways. */
export type Channel = 'mail'

export type OutboxState = 'waiting' | 'sent' | 'given-up'

/** What is to leave, as it is written with the change that causes it. */
export interface NewItem {
  /** Random and stable: every try has it, and a receiver knows a second copy by it. */
  readonly id: string
  readonly channel: Channel
  /** What it is, such as the kind of a mail. */
  readonly kind: string
  /** The ID of the license that it is about; empty for none. */
  readonly about: string
  /** The limit of a receiver counts by this text, such as an address in lower case. */
  readonly receiver: string
  /** Sealed while it waits, deleted when it was sent or given up, and never listed. */
  readonly body: string
  readonly createdAt: number
  /** The first second at which it may be sent. */
  readonly dueAt: number
  /** From this second on it is given up. */
  readonly expiresAt: number
}

/** What is listed, until 30 days after the end. */
export interface OutboxEntry extends Omit<NewItem, 'body'> {
  readonly state: OutboxState
  readonly tries: number
  /** Why it was given up; otherwise empty. */
  readonly reason: '' | GivenUpReason
  /** The last answer of the receiving side, at most 1 kB. */
  readonly answer: string
  /** When it was sent or given up; 0 while it waits. */
  readonly endedAt: number
}

/**
 * - `expired`: no try was successful in time
 * - `refused`: the receiving side refused it for good
 * - `unreadable`: the body does not open with the service key
 */
export type GivenUpReason = 'expired' | 'refused' | 'unreadable'

/** An item for one try. */
export interface LeasedItem extends NewItem {
  readonly projectId: string
  readonly tries: number
}

/** How a try ended. */
export type TryResult =
  | { readonly kind: 'delivered'; readonly answer: string }
  /** It is tried again later. */
  | { readonly kind: 'failed'; readonly answer: string }
  /** It is given up. */
  | { readonly kind: 'refused'; readonly answer: string }

/** How many items may be sent within `windowSeconds`. */
export interface OutboxLimits {
  readonly windowSeconds: number
  readonly perReceiver: number
  readonly perProject: number
}

export const OUTBOX_LIMITS: OutboxLimits = { windowSeconds: 3_600, perReceiver: 20, perProject: 2_000 }

/** After this time an item is given up, and so long its row is kept after its end. */
export const KEPT_SECONDS = 30 * 86_400

const MOST_ANSWER_BYTES = 1_024

/** One line of at most 1 kB, without control characters. */
export function shortAnswer(answer: string): string {
  const line = answer.replaceAll(/\p{Cc}+/gu, ' ').trim()
  // A character that was cut in two is left out.
  return new TextDecoder().decode(Buffer.from(line).subarray(0, MOST_ANSWER_BYTES), { stream: true })
}

const [MINUTE, HOUR] = [60, 3_600]
const WAITS_SECONDS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR]
const LONGEST_WAIT_SECONDS = 24 * HOUR
/** So that what failed together is not tried together again. */
const JITTER = 0.25

/**
 * How long to wait after a try that failed.
 * @param tries how many there were
 * @param random from 0 to 1
 */
export function waitAfter(tries: number, random: number): number {
  const wait = WAITS_SECONDS[tries - 1] ?? LONGEST_WAIT_SECONDS
  return Math.round(wait * (1 + JITTER * random))
}

interface Candidate {
  readonly projectRow: number
  readonly receiver: string
}

/** How many were sent, or are being sent, by the number of a project, and by a receiver in it. */
export interface Used {
  readonly byProject: ReadonlyMap<number, number>
  readonly byReceiver: ReadonlyMap<string, number>
}

export const receiverKey = ({ projectRow, receiver }: Candidate): string => `${projectRow} ${receiver}`

/** Takes at most `most` of these items in their order. Those over a limit are to be postponed. */
export function admit<Item extends Candidate>(
  items: readonly Item[],
  used: Used,
  limits: OutboxLimits,
  most: number,
): { readonly admitted: readonly Item[]; readonly postponed: readonly Item[] } {
  const byProject = new Map(used.byProject)
  const byReceiver = new Map(used.byReceiver)
  const admitted: Item[] = []
  const postponed: Item[] = []
  for (const item of items) {
    const ofProject = byProject.get(item.projectRow) ?? 0
    const ofReceiver = byReceiver.get(receiverKey(item)) ?? 0
    if (ofProject >= limits.perProject || ofReceiver >= limits.perReceiver) postponed.push(item)
    else if (admitted.length < most) {
      admitted.push(item)
      byProject.set(item.projectRow, ofProject + 1)
      byReceiver.set(receiverKey(item), ofReceiver + 1)
    }
  }
  return { admitted, postponed }
}
