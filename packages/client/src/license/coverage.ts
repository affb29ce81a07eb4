import type { TransitionContext } from './gate-types.ts'
import type { RefusedView } from './license-view.ts'
import type { License } from './verify-answer.ts'

// A perpetual license goes on after the end of its key, for the builds that it is for. For any other
// build it is as one that is not perpetual.

type Build = Pick<TransitionContext, 'builtAt'>

/** Whether the license goes on after the end of its key in this build of the app. */
export const isPerpetualFor = ({ isPerpetual, updatesUntil }: License, { builtAt }: Build): boolean =>
  isPerpetual === true && (updatesUntil === undefined || builtAt <= updatesUntil)

/** Unix seconds from which the license does not open this build any more. */
export const closesAt = (license: License, build: Build): number | 'never' =>
  isPerpetualFor(license, build) ? 'never' : license.expiresAt

type Moment = Pick<TransitionContext, 'builtAt' | 'now'>

/** Whether the license does not open this build any more. */
export function hasEnded(license: License, moment: Moment): boolean {
  const closes = closesAt(license, moment)
  return closes !== 'never' && moment.now >= closes
}

/** The refusal of a perpetual license whose key has ended, and which is not for this build. */
export function notCovered(license: License, moment: Moment): RefusedView | undefined {
  const { isPerpetual, updatesUntil } = license
  if (!isPerpetual || !hasEnded(license, moment)) return undefined
  return {
    kind: 'refused',
    code: 'VERSION_NOT_COVERED',
    message: '',
    ...(updatesUntil !== undefined && { updatesUntil }),
  }
}
