import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import {
  type DemoService,
  licensingEnv,
  startDemoService,
} from '../../packages/electron-tools/src/development/demo-service.ts'
import { databaseIn } from './demo-set-up.ts'

export interface ServiceUnderTest {
  readonly url: string
  /** The environment with which `launchApp` uses this service. */
  readonly appEnv: Record<string, string>
  readonly keys: Record<DemoKey, string>
  /** The notes of the demo keys that open the app. */
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
  /** The URL of the database, which tests may open. */
  readonly database: string
}

/** Starts the real license service in a process of its own, with a new demo project. */
export async function startDemo(): Promise<DemoUnderTest> {
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-demo-'))
  await cp(inject('demoDir'), dir, { recursive: true })
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

/** Starts the service, and returns what most tests with a window need. */
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
