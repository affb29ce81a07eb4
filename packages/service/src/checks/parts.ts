import type { HttpParts } from '../core/http/parts.ts'
import type { Checks } from './check-queue.ts'
import type { Signing } from './sign-answers.ts'
import type { CheckStorage } from './storage.ts'
import type { UpdateTokens } from './update-tokens.ts'

/** The parts that decide a check and sign its answer. */
export interface CheckParts<Stored = unknown> extends HttpParts<CheckStorage & Stored>, Checks {
  readonly signing: Signing
  readonly updateTokens: UpdateTokens
}
