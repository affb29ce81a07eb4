import { rmSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import {
  type DemoService,
  licensingEnv,
  startDemoService,
} from '../../packages/electron/src/development/demo-service.ts'

export interface ServiceUnderTest {
  readonly url: string
  /** Points `launchApp` at this service. */
  readonly appEnv: Record<string, string>
  readonly keys: Record<DemoKey, string>
  /** What the demo project has noted on the keys that open the app. */
  readonly notes: Record<'valid' | 'ends-in-20-days' | 'unassigned' | 'with-export', string>
  readonly apiKey: string
  readonly project: string
  readonly script: string
  close(): Promise<void>
}

export type DemoKey =
  | 'valid'
  | 'ends-in-20-days'
  | 'unassigned'
  | 'expired'
  | 'banned'
  | 'other-device'
  | 'with-export'

export interface DemoUnderTest extends DemoService {
  /** The URL of its database, which others may open. */
  readonly database: string
}

const databaseIn = (dir: string): string => `sqlite:${join(dir, 'demo.sqlite')}`
const makeDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'latchkey-demo-'))

let prepared: Promise<string> | undefined

/**
 * The folder of a demo whose script is processed. That takes a second of processor time, so the
 * services of this process have copies of one database.
 */
async function prepareDemo(): Promise<string> {
  const dir = await makeDir()
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const { url, script, close } = await startDemoService({ database: databaseIn(dir) })
  const isProcessed = async () => (await fetch(`${url}/v3/scripts/${script}/loader.js`)).status === 200
  await vi.waitUntil(isProcessed, { timeout: 30_000 })
  await close()
  return dir
}

/** The real license service in a process of its own, with a fresh demo project. */
export async function startDemo(): Promise<DemoUnderTest> {
  prepared ??= prepareDemo()
  const dir = await makeDir()
  await cp(await prepared, dir, { recursive: true })
  const database = databaseIn(dir)
  const service = await startDemoService({ database })
  return {
    ...service,
    database,
    async close() {
      await service.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The same, as most tests with a window need it. */
export async function startService(): Promise<ServiceUnderTest> {
  const demo = await startDemo()
  return {
    url: demo.url,
    appEnv: licensingEnv(demo),
    keys: demo.keys as Record<DemoKey, string>,
    notes: {
      valid: 'Thank you for trying Latchkey',
      'ends-in-20-days': 'Trial',
      unassigned: '30 days from the first use',
      'with-export': 'With the feature export',
    },
    apiKey: demo.apiKey,
    project: demo.project,
    script: demo.script,
    close: demo.close,
  }
}
