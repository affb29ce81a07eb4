import {
  batchesOf,
  createImportReport,
  type ImportLine,
  type ImportPlan,
  requestIdOf,
} from '@latchkey/management/import-file'
import { useEffect, useRef, useState } from 'react'
import { readAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import type { Interruption } from '../keys/bulk-change.ts'

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
  const [run, setRun] = useState<ImportRun>()
  const [interruption, setInterruption] = useState<Interruption>()
  const [isRunning, setRunning] = useState(false)
  const controller = useRef<AbortController>(undefined)
  // A page that is gone sends no further request.
  useEffect(() => () => controller.current?.abort(), [])

  async function go(from: ImportRun): Promise<void> {
    const aborting = new AbortController()
    controller.current = aborting
    setInterruption(undefined)
    setRunning(true)
    setRun(from)
    const ended = await sendAll(from, projectId, aborting.signal, setRun)
    setRunning(false)
    setInterruption(ended)
    if (!from.isDryRun) await readAgain('listKeys')
  }

  return {
    run,
    interruption,
    isRunning,
    async begin({ lines }: ImportPlan, isDryRun: boolean): Promise<void> {
      const requestId = await requestIdOf(lines)
      const report = createImportReport(isDryRun)
      const left = batchesOf(lines)
      await go({ isDryRun, requestId, report, total: lines.length, answered: 0, left })
    },
    stop: () => controller.current?.abort(),
    /** No key is created twice by a request that is sent again. */
    resume: () => run && void go(run),
    /** Forgets a run: the file or its columns are others now. */
    reset(): void {
      controller.current?.abort()
      setRun(undefined)
      setInterruption(undefined)
    },
  }
}

async function sendAll(
  from: ImportRun,
  projectId: string,
  signal: AbortSignal,
  onProgress: (run: ImportRun) => void,
): Promise<Interruption | undefined> {
  let run = from
  for (let [batch] = run.left; batch !== undefined; [batch] = run.left) {
    if (signal.aborted) return { kind: 'stopped' }
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
    const [, ...left] = run.left
    run = { ...run, left, answered: run.answered + batch.length }
    onProgress(run)
  }
  return undefined
}
