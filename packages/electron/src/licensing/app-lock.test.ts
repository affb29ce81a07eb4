import { expect, test } from 'vitest'
import { type AppLockParts, createAppLock, FIRST_WINDOW_LIMIT_MS } from './app-lock.ts'

/** A lock whose app opens and closes when the test says so, and the steps in order. */
function startLock(parts: Partial<AppLockParts> = {}) {
  const steps: string[] = []
  const errors: unknown[] = []
  const license = { isLicensed: false, mayOpenAtOnce: false }
  let finish = (): void => {}
  const work = (name: string) => () => {
    steps.push(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    finish = resolve
    return promise
  }
  let elapse = (): void => {}
  const lock = createAppLock({
    isLicensed: () => license.isLicensed,
    mayOpenAtOnce: () => license.mayOpenAtOnce,
    openApp: work('open app'),
    closeApp: work('close app'),
    prepareGate: () => void steps.push('prepare gate'),
    showGate: () => void steps.push('show gate'),
    closeGate: () => void steps.push('close gate'),
    after(delayMs, callback) {
      expect(delayMs).toBe(FIRST_WINDOW_LIMIT_MS)
      elapse = callback
      return () => {
        elapse = () => {}
      }
    },
    onError: (error) => void errors.push(error),
    ...parts,
  })
  return {
    lock,
    steps,
    errors,
    elapse: () => elapse(),
    async change(change: Partial<typeof license>): Promise<void> {
      Object.assign(license, change)
      lock.follow()
      await new Promise(setImmediate)
    },
    /** Finishes the app's `open` or `close`, and what follows from it. */
    async finish(): Promise<void> {
      finish()
      await new Promise(setImmediate)
    },
  }
}

test('opens the app before it closes the gate, and prepares the gate before it closes the app', async () => {
  const { change, finish, steps, lock } = startLock()
  await change({})
  expect(steps.splice(0)).toEqual(['show gate'])
  await change({ isLicensed: true })
  expect(steps.splice(0)).toEqual(['open app'])
  await finish()
  expect(steps.splice(0)).toEqual(['close gate'])
  await change({ isLicensed: false })
  expect(steps.splice(0)).toEqual(['prepare gate', 'close app'])
  expect(lock.isClosing()).toBe(true)
  await finish()
  expect(lock.isClosing()).toBe(false)
  expect(steps).toEqual(['show gate'])
  expect(lock.isAtGate()).toBe(true)
})

test('a license that is lost while the app opens closes it afterwards', async () => {
  const { change, finish, steps } = startLock()
  await change({ isLicensed: true })
  await change({ isLicensed: false })
  expect(steps).toEqual(['open app'])
  await finish()
  await finish()
  expect(steps).toEqual(['open app', 'close gate', 'prepare gate', 'close app', 'show gate'])
})

test('a license that comes back while the app closes opens it again afterwards', async () => {
  const { change, finish, steps } = startLock()
  await change({ isLicensed: true })
  await finish()
  steps.length = 0
  await change({ isLicensed: false })
  await change({ isLicensed: true })
  expect(steps).toEqual(['prepare gate', 'close app'])
  await finish()
  await finish()
  expect(steps).toEqual(['prepare gate', 'close app', 'open app', 'close gate'])
})

test('shows nothing while a stored license is loaded, until the time limit', async () => {
  const atOnce = startLock()
  await atOnce.change({ mayOpenAtOnce: true })
  expect(atOnce.steps).toEqual([])
  await atOnce.change({ mayOpenAtOnce: false, isLicensed: true })
  expect(atOnce.steps).toEqual(['open app'])

  const late = startLock()
  await late.change({ mayOpenAtOnce: true })
  late.elapse()
  expect(late.steps).toEqual(['show gate'])
})

test('reports an error of the app that opens', async () => {
  const error = new Error('The app has a bug.')
  const { change, errors } = startLock({ openApp: () => Promise.reject(error) })
  await change({ isLicensed: true })
  expect(errors).toEqual([error])
})
