import type { TransitionContext } from './gate-types.ts'
import type { RefusedView } from './license-view.ts'
import type { License } from './verify-answer.ts'

// A perpetual license goes on after the end of its key, for the builds that it is for.

/** Unix seconds from which the license does not open the product any more. */
export const closesAt = ({ expiresAt, isPerpetual }: License): number | 'never' =>
  isPerpetual ? 'never' : expiresAt

/**
 * Whether the license is for this build of the app. Only a perpetual license can be for some builds
 * alone. SECURITY: a build without a date counts as built now, so it is covered while its license
 * includes updates.
 */
export const coversBuild = (
  { isPerpetual, updatesUntil }: License,
  { builtAt, now }: Pick<TransitionContext, 'builtAt' | 'now'>,
): boolean =>
  isPerpetual === undefined || updatesUntil === undefined || Math.min(builtAt, now) <= updatesUntil

/** The refusal of a license that is not for this build. */
export const notCovered = ({ updatesUntil }: License): RefusedView => ({
  kind: 'refused',
  code: 'VERSION_NOT_COVERED',
  message: '',
  ...(updatesUntil !== undefined && { updatesUntil }),
})
