import type { OwnerAnswer } from '@latchkey/protocol'
import type { Origin } from '../core/event-log/events.ts'
import type { AllowOutcome, WORDS_OUTCOMES } from './rules.ts'
import type { Words } from './words.ts'

/** A computer without a place that asks the owner of a license for one. */
export interface NewOwnerRequest {
  /** A random ID. */
  readonly id: string
  readonly appName: string
  readonly key: string
  readonly deviceId: string
  /** What its user typed as its name; may be empty. */
  readonly computer: string
  /** Two words that only this computer shows. */
  readonly words: Words
  /** The token of the link in the mail to the owner, and the ID of the mail. */
  readonly token: string
  readonly mailId: string
}

export type AskOutcome =
  | { readonly kind: 'asked'; readonly words: Words; readonly until: number }
  /** The project does not offer it, or nobody owns the license. */
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'limited' }

/** A request that waits, as its owner sees it. SECURITY: never the words, nor the device ID. */
export interface OpenOwnerRequest {
  readonly id: string
  /** The number of the license, and the ID of its key. */
  readonly licenseRow: number
  readonly keyId: string
  readonly computer: string
  readonly network: string
  readonly askedAt: number
  readonly until: number
}

/** The owner frees a computer, by its `opaqueDeviceId`. */
export interface OwnerChoice {
  readonly id: string
  /** The words as they were typed. */
  readonly words: string
  readonly computer: string
  /** The ID of the mail about it. */
  readonly mailId: string
}

export type AnswerOutcome = AllowOutcome | (typeof WORDS_OUTCOMES)[number] | 'no-such-request'

export interface OwnerRequestStorage {
  /**
   * Stores a request, and the mail to the owner with it. A computer whose request waits gets the
   * words of that request again, and no other mail is sent.
   */
  askOwner(request: NewOwnerRequest, by: Origin): Promise<AskOutcome>
  /** What became of the last request of a computer. */
  ownerRequestStatus(
    of: Pick<NewOwnerRequest, 'appName' | 'key' | 'deviceId'>,
    now: number,
  ): Promise<OwnerAnswer>
  /** The requests for licenses of a customer that wait, the newest first. */
  openOwnerRequests(projectId: string, customerRow: number, now: number): Promise<readonly OpenOwnerRequest[]>
  /** Frees the chosen computer and links the one that asks, if the words are right. */
  allowOwnerRequest(
    projectId: string,
    customerRow: number,
    choice: OwnerChoice,
    by: Origin,
  ): Promise<AnswerOutcome>
  denyOwnerRequest(
    projectId: string,
    customerRow: number,
    id: string,
    now: number,
  ): Promise<'denied' | 'no-such-request'>
}
