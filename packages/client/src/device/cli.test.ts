import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'latchkey-device-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

let env: Record<string, string> = {}
afterEach(() => {
  env = {}
})
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...args], {
    env: { ...process.env, LATCHKEY_USER_DATA_DIR: directory, LATCHKEY_APP_NAME: 'App', ...env },
  })

/** Starting Node is slow on a machine that is busy with the rest of the tests. */
const SLOW_START = { timeout: 60_000 }

test(
  'prints the same JSON for this machine at every run, and readable text without --json',
  SLOW_START,
  async () => {
    const first = await run('--json')
    expect(JSON.parse(first.stdout)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      version: 1,
      strength: expect.stringMatching(/^(strong|medium|weak)$/),
      reasons: expect.any(Array),
      facts: Array(3).fill({
        name: expect.any(String),
        source: expect.any(String),
        counted: expect.any(Boolean),
        why: expect.any(String),
      }),
    })
    expect((await run('--json')).stdout).toBe(first.stdout)
    expect((await run()).stdout).toContain(`Device ID: ${JSON.parse(first.stdout).id}`)
  },
)

test.runIf(process.platform === 'linux')(
  'uses the data directory of the app with this name',
  SLOW_START,
  async () => {
    env = { LATCHKEY_USER_DATA_DIR: '', XDG_CONFIG_HOME: directory }
    expect((await run()).stderr).toContain(`files in ${join(directory, manifest.productName)}\n`)
  },
)

test('fails on an unknown option and prints no data', SLOW_START, async () => {
  await expect(run('--jsn')).rejects.toMatchObject({ code: 2, stdout: '' })
})
