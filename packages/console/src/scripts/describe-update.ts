import type { ScriptDetails } from '@latchkey/management'
import type { SCRIPTS } from './texts.ts'

/** How the last update ended, and when it began. */
export function describeUpdate(
  { last_update: last }: ScriptDetails,
  { updates }: typeof SCRIPTS.en,
  moment: (unixSeconds: number) => string,
): string {
  if (last === undefined) return updates.none
  const when = moment(last.started_at)
  if (last.status === 'processing') return updates.processing(when)
  if (last.status !== 'completed') return updates.failed(when)
  return last.result?.success === true ? updates.succeeded(when) : updates.rejected(when)
}
