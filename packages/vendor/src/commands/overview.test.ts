import type { Overview } from '@latchkey/management'
import { afterEach, expect, test } from 'vitest'
import { NOON, runLatchkey } from '../testing/run-latchkey.ts'
import { startTableServer, type TableServer } from '../testing/table-server.ts'

let server: TableServer | undefined
afterEach(async () => {
  await server?.close()
})

const at = NOON / 1_000
const values = (length: number, ...last: number[]): number[] => [
  ...Array.from({ length: length - last.length }, () => 0),
  ...last,
]

const OVERVIEW: Overview = {
  success: true,
  message: '',
  at,
  hours: { since: at - 167 * 3_600, executions: values(168, 1_000, 3), attacks_blocked: values(168, 2) },
  refusals: [
    { code: 'KEY_EXPIRED', hours: values(168, 4, 5) },
    { code: 'KEY_BANNED', hours: values(168, 1) },
  ],
  days: { since: at - 29 * 86_400, active_users: values(30, 7, 8) },
  keys: { active: 1_200, unused: 30, expired: 4, stopped: 2, banned: 1 },
  // The last key ends after more than 30 days.
  ends: { since: at, keys: [1, 2, ...values(766, 9)] },
  plan: {
    code: 'standard',
    used: { users: 1_235, scripts: 1, obfuscations: 5 },
    limits: { users: 100_000, scripts: 50, obfuscations: 1_000 },
    reset_at: at + 86_400,
  },
}

async function overview(...options: string[]) {
  server = await startTableServer({ getOverview: () => ({ body: OVERVIEW }) })
  return runLatchkey(server, ['overview', ...options])
}

test('shows the counts of a project', async () => {
  const { code, stdout, stderr } = await overview()
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^1,003 executions in the last 168 hours\n/)
  const [, ...lines] = stdout.slice(stdout.indexOf('One column')).trimEnd().split('\n').filter(Boolean)
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['Refusals in 7 days', '9 KEY_EXPIRED, 1 KEY_BANNED'],
    ['Attacks blocked in 7 days', '2'],
    ['Active users today', '8'],
    ['Keys', '1,200 active, 30 unused, 4 expired, 2 stopped, 1 banned'],
    ['Keys that end in 30 days', '3'],
    ['Users', '1,235 of 100,000'],
    ['Scripts', '1 of 50'],
    ['Obfuscations', expect.stringMatching(/^5 of 1,000, reset at .*\(tomorrow\)$/)],
  ])
})

test('prints what the service answered as JSON', async () => {
  expect(JSON.parse((await overview('--json')).stdout)).toEqual(OVERVIEW)
})
