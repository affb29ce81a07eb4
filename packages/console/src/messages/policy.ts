import { policy as de } from './de/policy.ts'
import { policy as en, type PolicyTexts } from './en/policy.ts'
import type { Texts } from './messages.ts'

/** The texts of the policy simulator. */
export const POLICY: Texts<PolicyTexts> = { en, de }
