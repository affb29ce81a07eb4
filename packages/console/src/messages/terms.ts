import { terms as de } from './de/terms.ts'
import { terms as en, type TermsTexts } from './en/terms.ts'
import type { Texts } from './messages.ts'

/** The texts about what keys open. */
export const TERMS: Texts<TermsTexts> = { en, de }
