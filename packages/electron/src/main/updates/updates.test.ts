import type { UpdateView } from '@latchkey/client/bridge'
import { expect, test } from 'vitest'
import { createManualTime } from '../../../../client/src/license/testing/manual-time.ts'
import { UpdateProblem } from './update-problem.ts'
import { createUpdates, FIRST_CHECK_DELAY_MS, type FoundUpdate, sanitizeUpdate } from './updates.ts'

const DAY = 86_400
const HOUR = 3600
const NEWER: FoundUpdate = { version: '1.1.0', notes: 'Faster.', releasedAt: 1_800_000_000 }
const OF_NEWER = { version: '1.1.0', notes: 'Faster.' }

/** An app with a feed. A test changes `state` to simulate the feed and the license. */
function openApp({ canInstall = true } = {}) {
  const time = createManualTime()
  const state = {
    feed: undefined as FoundUpdate | undefined | 'unreachable',
    isCorrupt: false,
    failure: undefined as UpdateProblem | undefined,
    isLicensed: true,
    updatesUntil: undefined as number | undefined,
    loads: 0,
    checks: 0,
    downloads: 0,
    restarts: 0,
    progress: [] as readonly number[],
    installsOnQuit: false,
    notified: [] as UpdateView[],
  }
  const updates = createUpdates({
    load: async () => {
      state.loads += 1
      return {
        canInstall,
        async check() {
          state.checks += 1
          if (state.feed === 'unreachable') throw new Error('unreachable')
          return state.feed
        },
        async download(onProgress) {
          state.downloads += 1
          for (const percent of state.progress) onProgress(percent)
          if (state.failure !== undefined) throw state.failure
          if (state.isCorrupt) throw new Error('sha512 checksum mismatch')
        },
        restart() {
          state.restarts += 1
        },
        setInstallsOnQuit(isAllowed) {
          state.installsOnQuit = isAllowed
        },
      }
    },
    mayUpdate: () => state.isLicensed,
    updatesUntil: (isSecurityFix) => (isSecurityFix && !state.isLicensed ? undefined : state.updatesUntil),
    notify: (view) => state.notified.push(view),
    clock: time.clock,
    schedule: time.schedule,
  })
  updates.start()
  /** Advances the time hour by hour, and lets pending promises settle after each hour. */
  const pass = async (seconds: number): Promise<void> => {
    for (let left = seconds; left > 0; left -= HOUR) {
      time.pass(Math.min(left, HOUR))
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    }
  }
  return { state, updates, time, pass }
}

test('loads the updater 20 seconds after the start, then checks once a day', async () => {
  const { state, pass } = openApp()
  await pass(FIRST_CHECK_DELAY_MS / 1000 - 1)
  expect(state.loads).toBe(0)
  await pass(1)
  expect(state).toMatchObject({ loads: 1, checks: 1 })
  await pass(3 * DAY)
  expect(state).toMatchObject({ loads: 1, checks: 4, downloads: 0, notified: [] })
})

test('downloads a newer version once, reports it as ready, and installs it on quit', async () => {
  const { state, updates, pass } = openApp()
  state.feed = NEWER
  await pass(2 * DAY)
  expect(updates.view()).toEqual({ kind: 'ready', ...OF_NEWER })
  expect(state).toMatchObject({ downloads: 1, installsOnQuit: true, notified: [updates.view()] })
  state.feed = { ...NEWER, version: '1.2.0', notes: '' }
  await pass(DAY)
  expect(updates.view()).toEqual({ kind: 'ready', version: '1.2.0', notes: '' })
})

test('ignores an unreachable feed, and checks it again after an hour', async () => {
  const { state, updates, pass } = openApp()
  state.feed = 'unreachable'
  await pass(HOUR)
  state.feed = NEWER
  await pass(HOUR)
  expect(state.checks).toBe(2)
  expect(updates.view()).toMatchObject({ kind: 'ready' })
})

test('ignores a download whose hash differs, and retries it once a day', async () => {
  const { state, updates, pass } = openApp()
  state.feed = NEWER
  state.isCorrupt = true
  await pass(DAY)
  expect(state).toMatchObject({ downloads: 1, notified: [] })
  expect(updates.view()).toEqual({ kind: 'none' })
  state.isCorrupt = false
  await pass(2 * HOUR)
  expect(updates.view()).toMatchObject({ kind: 'ready' })
})

test('only reports a newer version where it cannot install', async () => {
  const { state, updates, pass } = openApp({ canInstall: false })
  state.feed = NEWER
  await pass(HOUR)
  expect(updates.view()).toEqual({ kind: 'offered', ...OF_NEWER })
  expect(state).toMatchObject({ downloads: 0, installsOnQuit: false })
})

test('hides a downloaded version while a required license is missing', async () => {
  const { state, updates, pass } = openApp()
  state.isLicensed = false
  state.feed = NEWER
  await pass(DAY)
  expect(state.checks).toBe(0)
  state.isLicensed = true
  await pass(HOUR)
  expect(state.installsOnQuit).toBe(true)
  state.isLicensed = false
  updates.licenseChanged()
  expect(updates.view()).toEqual({ kind: 'none' })
  expect(state.installsOnQuit).toBe(false)
  state.isLicensed = true
  updates.licenseChanged()
  expect(state.installsOnQuit).toBe(true)
  expect(state.notified.map(({ kind }) => kind)).toEqual(['ready', 'none', 'ready'])
})

test('neither downloads nor offers a version that was released after the updates of the license', async () => {
  for (const canInstall of [true, false]) {
    const { state, updates, pass } = openApp({ canInstall })
    state.updatesUntil = 1_800_000_000 - 1
    state.feed = NEWER
    await pass(2 * DAY)
    const refused = { kind: 'not-covered', version: '1.1.0', updatesUntil: state.updatesUntil }
    expect(updates.view()).toEqual(refused)
    expect(state).toMatchObject({ downloads: 0, installsOnQuit: false, notified: [refused] })
  }
})

test('a renewal offers the version within an hour', async () => {
  const { state, updates, pass } = openApp()
  state.updatesUntil = 1_800_000_000 - 1
  state.feed = NEWER
  await pass(HOUR)
  state.updatesUntil = 1_800_000_000
  updates.licenseChanged()
  expect(updates.view()).toEqual({ kind: 'none' })
  await pass(HOUR)
  expect(updates.view()).toMatchObject({ kind: 'ready' })
  expect(state).toMatchObject({ downloads: 1, installsOnQuit: true })
})

test('does not install a downloaded version when its license is exchanged for one without it', async () => {
  const { state, updates, pass } = openApp()
  state.feed = NEWER
  await pass(HOUR)
  state.updatesUntil = 1_700_000_000
  updates.licenseChanged()
  expect(updates.view()).toMatchObject({ kind: 'not-covered' })
  expect(state.installsOnQuit).toBe(false)
  state.updatesUntil = undefined
  updates.licenseChanged()
  expect(updates.view()).toMatchObject({ kind: 'ready' })
  expect(state).toMatchObject({ downloads: 1, installsOnQuit: true })
})

test('a version without a date counts as released now', async () => {
  const { state, updates, pass, time } = openApp()
  state.feed = { ...NEWER, releasedAt: undefined }
  state.updatesUntil = time.clock.wallSeconds() + 2 * HOUR
  await pass(HOUR)
  expect(updates.view()).toMatchObject({ kind: 'ready' })
  await pass(2 * HOUR)
  expect(updates.view()).toMatchObject({ kind: 'not-covered' })
})

test('checks within an hour after a long sleep, during which timers stop', async () => {
  const { state, time, pass } = openApp()
  await pass(HOUR)
  time.sleep(DAY)
  await pass(HOUR)
  expect(state.checks).toBe(2)
})

test('shows the progress of a download, and restarts into the version when it is ready', async () => {
  const { state, updates, pass } = openApp()
  state.feed = NEWER
  state.progress = [0, 50, 50, 100]
  updates.restart()
  await pass(HOUR)
  updates.restart()
  const percents = [0, 50, 100].map((percent) => ({ kind: 'downloading', version: '1.1.0', percent }))
  expect(state.notified).toEqual([...percents, { kind: 'ready', ...OF_NEWER }])
  expect(state).toMatchObject({ restarts: 1, installsOnQuit: true })
})

test('names a failure of a signed download until the next try, and hides that of the network', async () => {
  const { state, updates, pass } = openApp()
  state.feed = NEWER
  state.failure = new UpdateProblem('wrong-file')
  await pass(HOUR)
  expect(updates.view()).toEqual({ kind: 'failed', failure: 'wrong-file' })
  expect(state.installsOnQuit).toBe(false)
  state.failure = new UpdateProblem('unreachable')
  await pass(DAY)
  expect(updates.view()).toEqual({ kind: 'none' })
  state.failure = undefined
  await pass(DAY)
  expect(updates.view()).toMatchObject({ kind: 'ready' })
})

test('says that a version is out which the feed does not offer, and asks again after a renewal', async () => {
  const { state, updates, pass } = openApp()
  state.updatesUntil = 1_800_000_000 - 1
  state.feed = { ...NEWER, isWithheld: true }
  await pass(HOUR)
  expect(updates.view()).toMatchObject({ kind: 'not-covered', version: '1.1.0' })
  state.updatesUntil = 1_900_000_000
  updates.licenseChanged()
  expect(updates.view()).toEqual({ kind: 'none' })
  state.feed = NEWER
  await pass(HOUR)
  expect(state).toMatchObject({ checks: 2, downloads: 1, installsOnQuit: true })
})

test('removes control characters and long texts of a feed', () => {
  const { version, notes } = sanitizeUpdate({
    releasedAt: undefined,
    version: '1.1.0\u202e',
    notes: `\n## New\r\n- <b>Bold</b>\u0007\u202e\n${'x\n'.repeat(1000)}`,
  })
  expect(version).toBe('1.1.0')
  expect(notes.split('\n').slice(0, 2)).toEqual(['## New', '- <b>Bold</b>'])
  expect(notes.split('\n').length).toBeLessThan(100)
})
