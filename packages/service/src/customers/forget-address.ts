import { newReceiver } from '../mail/mail.ts'
import { receiverOf } from '../outbox/outbox.ts'
import type { OutboxStorage } from '../outbox/storage.ts'

export interface ForgetParts {
  readonly storage: Pick<OutboxStorage, 'forgetReceiver'>
  /** Deletes the files of mails to a receiver. */
  readonly forgetMail: (accountId: string, receiver: string) => Promise<void>
}

/**
 * Makes a function that forgets the mail to an address. What waits goes to another address, if there is
 * one. Files of other nodes stay.
 */
export const createForgetAddress =
  ({ storage, forgetMail }: ForgetParts) =>
  async (accountId: string, email: string, instead?: string): Promise<void> => {
    const to = instead === undefined ? undefined : newReceiver(instead)
    await storage.forgetReceiver(accountId, receiverOf(email), to)
    await forgetMail(accountId, receiverOf(email))
  }
