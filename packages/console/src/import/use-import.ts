import {
  batchesOf,
  createImportReport,
  type ImportLine,
  type ImportPlan,
  requestIdOf,
} from '@latchkey/import-file'
import type { Outcome } from '../api/outcome.ts'
import { readAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { useRun } from '../api/use-run.ts'

/** What to do with keys of the project whose bans differ from the file. */
export interface ExistingKeys {
  readonly ban: boolean
  readonly unban: boolean
}

/** How far an import, or the comparison before it, has come. */
export interface ImportRun {
  /** Undefined for a comparison, which changes nothing. */
  readonly existing: ExistingKeys | undefined
  readonly requestId: string
  readonly report: ReturnType<typeof createImportReport>
  /** The number of lines to send, and of those that the service has answered. */
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
    async begin({ lines }: ImportPlan, existing: ExistingKeys | undefined): Promise<void> {
      const requestId = await requestIdOf(lines)
      const report = createImportReport(existing === undefined)
      const left = batchesOf(lines)
      await run.begin(
        { existing, requestId, report, total: lines.length, answered: 0, left },
        {
          sendNext: (reached) => sendBatch(reached, projectId),
          onEnd: () => existing !== undefined && void readAgain('listKeys'),
        },
      )
    },
  }
}

/** Sends one request. A request that is sent again creates no key twice. */
async function sendBatch(run: ImportRun, projectId: string): Promise<Outcome<ImportRun>> {
  const [batch = [], ...left] = run.left
  const outcome = await send('importKeys', {
    params: { project_id: projectId },
    body: {
      keys: batch.map(({ wanted }) => wanted),
      request_id: run.requestId,
      fill: true,
      ...(run.existing === undefined
        ? { dry_run: true }
        : { ban_existing: run.existing.ban, unban_existing: run.existing.unban }),
    },
  })
  if (outcome.kind !== 'done') return outcome
  run.report.add(batch, outcome.answer)
  return { kind: 'done', answer: { ...run, left, answered: run.answered + batch.length } }
}
