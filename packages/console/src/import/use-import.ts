import {
  batchesOf,
  createImportReport,
  type ImportLine,
  type ImportPlan,
  requestIdOf,
} from '@latchkey/management/import-file'
import type { Outcome } from '../api/outcome.ts'
import { readAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { useRun } from '../api/use-run.ts'

/** How far an import, or the comparison before it, has come. */
export interface ImportRun {
  readonly isDryRun: boolean
  readonly requestId: string
  readonly report: ReturnType<typeof createImportReport>
  /** All lines to send, and those that the service has answered. */
  readonly total: number
  readonly answered: number
  /** The requests that remain, the next one first. */
  readonly left: readonly (readonly ImportLine[])[]
}

/** Sends the lines of a file, one request after the other, and goes on where it was interrupted. */
export function useImport(projectId: string) {
  const run = useRun<ImportRun>()
  return {
    ...run,
    async begin({ lines }: ImportPlan, isDryRun: boolean): Promise<void> {
      const requestId = await requestIdOf(lines)
      const report = createImportReport(isDryRun)
      const left = batchesOf(lines)
      await run.begin(
        { isDryRun, requestId, report, total: lines.length, answered: 0, left },
        {
          sendNext: (reached) => sendBatch(reached, projectId),
          onEnd: () => isDryRun || void readAgain('listKeys'),
        },
      )
    },
  }
}

/** No key is created twice by a request that is sent again. */
async function sendBatch(run: ImportRun, projectId: string): Promise<Outcome<ImportRun>> {
  const [batch = [], ...left] = run.left
  const outcome = await send('importKeys', {
    params: { project_id: projectId },
    body: {
      keys: batch.map(({ wanted }) => wanted),
      request_id: run.requestId,
      ...(run.isDryRun && { dry_run: true }),
    },
  })
  if (outcome.kind !== 'done') return outcome
  run.report.add(batch, outcome.answer)
  return { kind: 'done', answer: { ...run, left, answered: run.answered + batch.length } }
}
