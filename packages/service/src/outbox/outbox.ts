/** The ways by which something leaves the service. */
export type Channel = 'mail'

export type OutboxState = 'waiting' | 'sent' | 'given-up'

/** An item for the outbox, as it is written with the change that causes it. */
export interface NewItem {
  /** A random ID, which is the same for every try: a receiver recognises a second copy by it. */
  readonly id: string
  readonly channel: Channel
  /** The kind of the item, such as that of a mail. */
  readonly kind: string
  /** The ID of the license that the item is about; empty if there is none. */
  readonly about: string
  /** The text by which the limit of a receiver counts, such as an address in lower case. */
  readonly receiver: string
  /**
   * The body. It is sealed while it waits, deleted when it was sent or given up, and never listed.
   */
  readonly body: string
  readonly createdAt: number
  /** The first second at which it may be sent. */
  readonly dueAt: number
  /** The second from which it is given up. */
  readonly expiresAt: number
}

/** An item as it is listed, until 30 days after its end. */
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
 * Why an item was given up.
 * - `expired`: no try was successful in time
 * - `refused`: the receiver refused it permanently
 * - `unreadable`: the body does not open with the service key
 */
export type GivenUpReason = 'expired' | 'refused' | 'unreadable'

/** An item for one try. */
export interface LeasedItem extends NewItem {
  readonly projectId: string
  readonly tries: number
}

/** The result of a try. */
export type TryResult =
  | { readonly kind: 'delivered'; readonly answer: string }
  /** The item is tried again later. */
  | { readonly kind: 'failed'; readonly answer: string }
  /** The item is given up. */
  | { readonly kind: 'refused'; readonly answer: string }

/** How many items may be sent within `windowSeconds`. */
export interface OutboxLimits {
  readonly windowSeconds: number
  readonly perReceiver: number
  readonly perProject: number
}

export const OUTBOX_LIMITS: OutboxLimits = { windowSeconds: 3_600, perReceiver: 20, perProject: 2_000 }

/** After this time an item is given up. Its row is kept for the same time after its end. */
export const KEPT_SECONDS = 30 * 86_400

/** The receiver with an address: upper and lower case are the same. */
export const receiverOf = (email: string): string => email.toLowerCase()

const MOST_ANSWER_BYTES = 1_024

/** Shortens an answer to one line of at most 1 kB, without control characters. */
export function shortAnswer(answer: string): string {
  const line = answer.replaceAll(/\p{Cc}+/gu, ' ').trim()
  // A character that was cut in two is left out.
  return new TextDecoder().decode(Buffer.from(line).subarray(0, MOST_ANSWER_BYTES), { stream: true })
}

const [MINUTE, HOUR] = [60, 3_600]
const WAITS_SECONDS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR]
const LONGEST_WAIT_SECONDS = 24 * HOUR
/** The share of a random wait, so that items that failed together are not tried again together. */
const JITTER = 0.25

/**
 * The seconds to wait after a failed try.
 * @param tries how many tries there were
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

/**
 * How many items were sent or are being sent, by the number of a project, and by a receiver in it.
 */
export interface Used {
  readonly byProject: ReadonlyMap<number, number>
  readonly byReceiver: ReadonlyMap<string, number>
}

export const receiverKey = ({ projectRow, receiver }: Candidate): string => `${projectRow} ${receiver}`

/** Takes at most `most` of these items in their order. Items over a limit must be postponed. */
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
