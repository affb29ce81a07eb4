import type { CustomerAct, MailLanguage } from '@latchkey/management'
import type { Account } from '../core/accounts/accounts.ts'
import type { Customer } from '../core/customer/customers.ts'
import type { Origin } from '../core/event-log/events.ts'

/** The settings of the customer's page of a project. */
export interface PageSettings {
  readonly isOn: boolean
  readonly may: Readonly<Record<CustomerAct, boolean>>
}

/** The settings of a page, with the numbers of its project and its account in the storage. */
export interface MyPage {
  readonly projectRow: number
  readonly accountRow: number
  readonly account: Account
  readonly settings: PageSettings
}

/** A request to sign in. It is sealed while it waits. */
export interface SignInRequest {
  readonly email: string
  /** Absent: the language of the project. */
  readonly language?: MailLanguage | undefined
  /** As it is written in the mail. */
  readonly code: string
  /** The hash of the code for the browser of the request, in base64. */
  readonly codeHash: string
  /** Whether its sender has requested too often, so that no mail is sent. */
  readonly isOverLimit: boolean
}

/** A session of the customer's page. Each begins with a proof by mail; the token is not stored. */
export interface CustomerSession {
  readonly id: string
  readonly tokenHash: Uint8Array
  readonly createdAt: number
  readonly usedAt: number
}

export interface FoundSession {
  readonly session: CustomerSession
  readonly customer: Customer
  readonly row: number
  readonly accountRow: number
}

export interface MyStorage {
  /** Undefined: there is no such project. */
  findMyPage(projectId: string): Promise<MyPage | undefined>
  /** The ID of the project whose page is on, if it is the only one of the service. */
  findOnlyPage(): Promise<string | undefined>
  /** @param change replaces what it names. Undefined: there is no such project */
  changeMyPage(
    projectId: string,
    change: (settings: PageSettings) => PageSettings,
    by: Origin,
  ): Promise<PageSettings | undefined>

  /** Writes a request for any address: only `answerSignIn` finds out whether somebody has it. */
  addSignInRequest(projectRow: number, request: SignInRequest, now: number): Promise<void>
  /**
   * Deletes the oldest request, and queues a mail with a link and a code, if its address has licenses
   * or orders of the project, and fewer than three links that can be spent.
   * @param token of the link, and the ID of the mail
   * @returns false: no request waits
   */
  answerSignIn(made: { readonly token: string; readonly mailId: string }, now: number): Promise<boolean>
  /** Spends a link or a code, ends all others of the customer in the project, and begins a session. */
  spendSignIn(
    projectRow: number,
    by: { readonly token: Uint8Array } | { readonly code: Uint8Array },
    session: CustomerSession,
    now: number,
  ): Promise<'begun' | 'over'>

  /** Begins a session of a customer who has just proven the address by other means. */
  beginCustomerSession(customerRow: number, session: CustomerSession): Promise<void>
  /** Undefined: it has ended, or its customer was erased or has another address by now. */
  findCustomerSession(tokenHash: Uint8Array): Promise<FoundSession | undefined>
  useCustomerSession(sessionId: string, now: number): Promise<void>
  endCustomerSession(tokenHash: Uint8Array): Promise<void>
}
