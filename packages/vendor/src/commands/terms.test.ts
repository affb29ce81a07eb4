import { afterEach, expect, test } from 'vitest'
import { keyRecord, projectSettings } from '../testing/records.ts'
import { NOON, runLatchkey } from '../testing/run-latchkey.ts'
import { done, type Handlers, startTableServer, type TableServer } from '../testing/table-server.ts'

let server: TableServer | undefined
afterEach(async () => {
  await server?.close()
})

async function latchkey(handlers: Handlers, ...line: string[]) {
  const started = await startTableServer(handlers)
  server = started
  const ended = await runLatchkey(started, line)
  return { ...ended, requests: started.received }
}

const KEY = 'abcdefghijklmnopqrstuvwxyzABCDEF'
const DATE = '2026-11-01T00:00Z'

test('creates a key with what it opens', async () => {
  const { code, requests } = await latchkey(
    { createUser: () => done({ user_key: KEY }) },
    ...['users', 'create', '--features', 'export, 3d,', '--updates-until', DATE, '--perpetual'],
  )
  expect(code).toBe(0)
  const second = Date.parse(DATE) / 1_000
  expect(requests[0]?.body).toEqual({ features: ['export', '3d'], updates_until: second, perpetual: true })
})

test.each<[string[], object]>([
  [['--features', ''], { features: [] }],
  [['--updates-until', 'forever', '--not-perpetual'], { updates_until: -1, perpetual: false }],
])('changes what a key opens by %j', async (options, body) => {
  const { requests } = await latchkey({ updateUser: () => done() }, 'users', 'update', KEY, ...options)
  expect(requests[0]?.body).toEqual({ user_key: KEY, ...body })
})

test('shows what a key opens', async () => {
  const key = keyRecord({ features: ['3d', 'export'], updates_until: NOON / 1_000 - 86_400, perpetual: true })
  const handlers: Handlers = { getKey: () => done({ key, reset_from: 0 }) }
  const { stdout, requests } = await latchkey(handlers, 'users', 'show', KEY)
  expect(requests[0]?.query).toEqual({ user_key: KEY })
  expect(stdout).toMatch(/^Expires +never$/m)
  expect(stdout).toMatch(/^Features {2,}3d, export\nUpdates until +2026-11-20 .+\(yesterday\)$/m)
  expect(stdout).toMatch(/^Perpetual +yes: works after its end, without later versions$/m)
  await server?.close()
  const plain = { getKey: () => done({ key: keyRecord(), reset_from: 0 }) }
  const { stdout: short } = await latchkey(plain, 'users', 'show', KEY)
  expect(short).toMatch(/^Features {2,}none\nUpdates until +forever\nPerpetual +no$/m)
})

test('changes what all keys of a project open', async () => {
  const handlers = { updateProjectSettings: () => done(projectSettings({ features: ['a', 'b'] })) }
  const { stdout, requests } = await latchkey(handlers, 'project', 'update', '--features', 'b,a')
  expect(requests[0]?.body).toEqual({ features: ['b', 'a'] })
  expect(stdout).toMatch(/^Features of keys {2}a, b$/m)
})

test.each([
  ['users', 'create', '--features', 'Export'],
  ['users', 'create', '--features', Array.from({ length: 33 }, (_, at) => `f${at}`).join()],
  ['users', 'create', '--updates-until', 'soon'],
  ['users', 'update', KEY, '--perpetual', '--not-perpetual'],
  ['project', 'update', '--features', 'a b'],
])('rejects %s %s %s %s before it sends a request', async (...line) => {
  const { code, stdout, requests } = await latchkey({}, ...line)
  expect([code, stdout, requests]).toEqual([2, '', []])
})

test('makes a trial an ordinary key', async () => {
  const { requests } = await latchkey({ updateUser: () => done() }, 'users', 'update', KEY, '--not-trial')
  expect(requests[0]?.body).toEqual({ user_key: KEY, trial: false })
})

test('changes the trials of a project, and shows them', async () => {
  const changes = { trial_days: 14, trial_weak_devices: true, trials_per_day: 50 }
  const { stdout, requests } = await latchkey(
    { updateProjectSettings: () => done(projectSettings(changes)) },
    ...['project', 'update', '--trial-days', '14', '--trial-weak-devices', 'yes', '--trials-per-day', '50'],
  )
  expect(requests[0]?.body).toEqual(changes)
  expect(stdout).toContain(
    'Trials            14 days, also for weak device IDs; 50 a day, 5 from an address; deleted 30 days after their end',
  )
})

test('takes only yes and no for a setting that is one', async () => {
  const { code, stderr } = await latchkey({}, 'project', 'update', '--trial-weak-devices', 'true')
  expect([code, stderr]).toEqual([2, expect.stringContaining('--trial-weak-devices must be yes or no.')])
})
