import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startDemoService } from '../../packages/electron-tools/src/development/demo-service.ts'
import { hasService } from '../../tools/service-tests.js'
import { rootDir } from '../../tools/set-up/places.js'
import { until } from './until.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the database that `startDemo` copies. */
    readonly demoDir: string
  }
}

/** The URL of the database in a `demoDir`. */
export const databaseIn = (dir: string): string => `sqlite:${join(dir, 'demo.sqlite')}`

/**
 * Makes a demo whose script is processed. This takes a second of processor time, so it is done once
 * for all tests.
 */
export async function setup({ provide }: TestProject) {
  if (!hasService) return
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-demo-'))
  const { url, script, close } = await startDemoService({ rootDir, database: databaseIn(dir) })
  const isProcessed = async () => (await fetch(`${url}/v3/scripts/${script}/loader.js`)).ok
  await until('the script of the demo is processed', isProcessed)
  await close()
  provide('demoDir', dir)
  return () => rm(dir, { recursive: true, force: true })
}
