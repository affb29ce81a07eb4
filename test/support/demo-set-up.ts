import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { startDemoService } from '../../packages/electron/src/development/demo-service.ts'
import { hasService } from '../../tools/service-tests.js'
import { rootDir } from '../../tools/set-up/places.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the database that `startDemo` copies. */
    readonly demoDir: string
  }
}

/** The URL of the database in such a folder. */
export const databaseIn = (dir: string): string => `sqlite:${join(dir, 'demo.sqlite')}`

const MOST_TRIES = 300

/**
 * Makes a demo whose script is processed. That takes a second of processor time, and so once for
 * all tests.
 */
export async function setup({ provide }: TestProject) {
  if (!hasService) return
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-demo-'))
  const { url, script, close } = await startDemoService({ rootDir, database: databaseIn(dir) })
  const isProcessed = async () => (await fetch(`${url}/v3/scripts/${script}/loader.js`)).ok
  for (let tries = 0; !(await isProcessed()); tries += 1) {
    if (tries === MOST_TRIES) throw new Error('The script of the demo was not processed within 30 s.')
    await setTimeout(100)
  }
  await close()
  provide('demoDir', dir)
  return () => rm(dir, { recursive: true, force: true })
}
