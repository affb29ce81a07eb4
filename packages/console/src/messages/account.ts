import { account as de } from './de/account.ts'
import { type AccountTexts, account as en } from './en/account.ts'
import type { Texts } from './messages.ts'

/** The texts of the account of a person, which are loaded with its pages. */
export const ACCOUNT: Texts<AccountTexts> = { en, de }
