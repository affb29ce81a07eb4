import { batchesOf, type createImportReport, type ImportPlan, requestIdOf } from '@latchkey/import-file'
import type { ImportKeysBody } from '@latchkey/management'
import type { Outcome, Unsuccessful } from '../client/outcome.ts'
import { waitOutRateLimit } from '../client/repeated-requests.ts'
import type { Tools } from '../command-line/command.ts'

/** Pauses before a request is sent again. They last two minutes, in which a service can restart. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, ...Array.from({ length: 7 }, () => 15_000)]

/**
 * Sends all lines of an import. A request whose answer is lost is sent again: no key is created
 * twice.
 * @returns the report, also if the import failed
 */
export async function sendImport(
  { client, output, wait }: Pick<Tools, 'client' | 'output' | 'wait'>,
  { lines }: ImportPlan,
  report: ReturnType<typeof createImportReport>,
  how: Pick<ImportKeysBody, 'dry_run' | 'ban_existing' | 'unban_existing'>,
): Promise<{ readonly report: typeof report; readonly failure?: Unsuccessful }> {
  const request_id = await requestIdOf(lines)
  const batches = batchesOf(lines)
  for (const [done, batch] of batches.entries()) {
    const body = {
      keys: batch.map(({ wanted }) => wanted),
      request_id,
      fill: true,
      ...how,
    }
    const send = () => waitOutRateLimit(() => client.importKeys({ body }), wait)
    const outcome = await untilAnswered(send, wait)
    if (outcome.kind !== 'ok') return { report, failure: outcome }
    report.add(batch, outcome.value)
    if (batches.length > 1) {
      output.status(`${how.dry_run ? 'Compared' : 'Imported'}: ${done + 1} of ${batches.length} parts.`)
    }
  }
  return { report }
}

async function untilAnswered<T>(send: () => Promise<Outcome<T>>, wait: Tools['wait']): Promise<Outcome<T>> {
  let outcome = await send()
  for (const pauseMs of PAUSES_MS) {
    const isUnanswered =
      outcome.kind === 'failed' || (outcome.kind === 'refused' && [502, 503, 504].includes(outcome.status))
    if (!isUnanswered) return outcome
    await wait(pauseMs)
    outcome = await send()
  }
  return outcome
}
