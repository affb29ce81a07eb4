import { expect, test } from 'vitest'
import { createManualTime } from '../../../../client/src/license/testing/manual-time.ts'
import type { UpdateView } from '../../ipc/update-view.ts'
import { cleanUpdate } from './clean-update.ts'
import { createUpdates, FIRST_LOOK_MS, type FoundUpdate } from './updates.ts'

const DAY = 86_400
const HOUR = 3600
const NEWER: FoundUpdate = { version: '1.1.0', notes: 'Faster.' }

/** An app with a feed. What the feed and the license say can be changed while it runs. */
function openApp({ canInstall = true } = {}) {
  const time = createManualTime()
  const state = {
    feed: undefined as FoundUpdate | undefined | 'away',
    isCorrupt: false,
    isLicensed: true,
    loads: 0,
    checks: 0,
    downloads: 0,
    installsOnQuit: false,
    told: [] as UpdateView[],
  }
  const updates = createUpdates({
    load: async () => {
      state.loads += 1
      return {
        canInstall,
        async check() {
          state.checks += 1
          if (state.feed === 'away') throw new Error('away')
          return state.feed
        },
        async download() {
          state.downloads += 1
          if (state.isCorrupt) throw new Error('sha512 checksum mismatch')
        },
        setInstallsOnQuit(isAllowed) {
          state.installsOnQuit = isAllowed
        },
      }
    },
    mayUpdate: () => state.isLicensed,
    tell: (view) => state.told.push(view),
    clean: cleanUpdate,
    clock: time.clock,
    schedule: time.schedule,
  })
  updates.start()
  /** Time passes hour by hour, and what was begun in each ends in it. */
  const pass = async (seconds: number): Promise<void> => {
    for (let left = seconds; left > 0; left -= HOUR) {
      time.pass(Math.min(left, HOUR))
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    }
  }
  return { state, updates, time, pass }
}

test('loads nothing until the window has been up for a while, then looks once a day', async () => {
  const { state, pass } = openApp()
  await pass(FIRST_LOOK_MS / 1000 - 1)
  expect(state.loads).toBe(0)
  await pass(1)
  expect(state).toMatchObject({ loads: 1, checks: 1 })
  await pass(3 * DAY)
  expect(state).toMatchObject({ loads: 1, checks: 4, downloads: 0, told: [] })
})

test('fetches a newer version once, says that it is ready, and installs it on quit', async () => {
  const { state, updates, pass } = openApp()
  state.feed = NEWER
  await pass(2 * DAY)
  expect(updates.view()).toEqual({ kind: 'ready', ...NEWER })
  expect(state).toMatchObject({ downloads: 1, installsOnQuit: true, told: [updates.view()] })
  state.feed = { version: '1.2.0', notes: '' }
  await pass(DAY)
  expect(updates.view()).toEqual({ kind: 'ready', version: '1.2.0', notes: '' })
})

test('keeps quiet about a feed that is away, and asks again within the hour', async () => {
  const { state, updates, pass } = openApp()
  state.feed = 'away'
  await pass(HOUR)
  state.feed = NEWER
  await pass(HOUR)
  expect(state.checks).toBe(2)
  expect(updates.view()).toMatchObject({ kind: 'ready' })
})

test('keeps quiet about a download that is not what the feed describes, and fetches it no more than once a day', async () => {
  const { state, updates, pass } = openApp()
  state.feed = NEWER
  state.isCorrupt = true
  await pass(DAY)
  expect(state).toMatchObject({ downloads: 1, told: [] })
  expect(updates.view()).toEqual({ kind: 'none' })
  state.isCorrupt = false
  await pass(2 * HOUR)
  expect(updates.view()).toMatchObject({ kind: 'ready' })
})

test('where it cannot install, it only says that there is a newer version', async () => {
  const { state, updates, pass } = openApp({ canInstall: false })
  state.feed = NEWER
  await pass(HOUR)
  expect(updates.view()).toEqual({ kind: 'offered', ...NEWER })
  expect(state).toMatchObject({ downloads: 0, installsOnQuit: false })
})

test('a lost license takes a version that was ready away, and a new one brings it back', async () => {
  const { state, updates, pass } = openApp()
  state.isLicensed = false
  state.feed = NEWER
  await pass(DAY)
  expect(state.checks).toBe(0)
  state.isLicensed = true
  await pass(HOUR)
  expect(state.installsOnQuit).toBe(true)
  state.isLicensed = false
  updates.reconsider()
  expect(updates.view()).toEqual({ kind: 'none' })
  expect(state.installsOnQuit).toBe(false)
  state.isLicensed = true
  updates.reconsider()
  expect(state.installsOnQuit).toBe(true)
  expect(state.told.map(({ kind }) => kind)).toEqual(['ready', 'none', 'ready'])
})

test('looks soon after a long sleep, in which timers stand still', async () => {
  const { state, time, pass } = openApp()
  await pass(HOUR)
  time.sleep(DAY)
  await pass(HOUR)
  expect(state.checks).toBe(2)
})

test('shows what a feed says as text, line by line, without what could disguise it', () => {
  const { version, notes } = cleanUpdate({
    version: '1.1.0\u202e',
    notes: `\n## New\r\n- <b>Bold</b>\u0007\u202e\n${'x\n'.repeat(1000)}`,
  })
  expect(version).toBe('1.1.0')
  expect(notes.split('\n').slice(0, 2)).toEqual(['## New', '- <b>Bold</b>'])
  expect(notes.split('\n').length).toBeLessThan(100)
})
