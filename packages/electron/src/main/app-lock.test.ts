import { expect, test } from 'vitest'
import { createManualTime } from '../../../client/src/license/testing/manual-time.ts'
import { createSeededRandom, isLongRun, SEED } from '../../../client/src/license/testing/seeded-random.ts'
import { CLOSING_LIMIT_MS, createAppLock, FIRST_PAGE_LIMIT_MS } from './app-lock.ts'

interface Call {
  readonly name: 'open' | 'close'
  readonly settle: (error?: Error) => void
  readonly noneVisible: () => void
}

/** A lock whose product opens and closes when the test says so, and the steps in order. */
function startLock() {
  const time = createManualTime()
  const steps: string[] = []
  const errors: string[] = []
  const license = { isLicensed: false, mayOpenAtOnce: false }
  const calls: Call[] = []
  const call = (name: Call['name'], noneVisible = (): void => {}): Promise<void> => {
    steps.push(`${name} product`)
    // SECURITY: the limit begins before any code of the product.
    expect(lock.isClosing()).toBe(name === 'close')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    calls.push({ name, noneVisible, settle: (error) => (error ? reject(error) : resolve()) })
    return promise
  }
  const step = (name: string) => () => void steps.push(name)
  const lock = createAppLock({
    isLicensed: () => license.isLicensed,
    mayOpenAtOnce: () => license.mayOpenAtOnce,
    openProduct: () => call('open'),
    closeProduct: (noneVisible) => call('close', noneVisible),
    keepProductClosed: step('keep product closed'),
    showGate: step('show gate'),
    closeGate: step('close gate'),
    quit: step('quit'),
    after: time.schedule.after,
    onError: (error) => void errors.push(`fatal: ${error}`),
    onLateError: (error) => void errors.push(`late: ${error}`),
  })
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    lock,
    steps,
    errors,
    calls,
    time,
    settled,
    license,
    async change(change: Partial<typeof license>): Promise<void> {
      Object.assign(license, change)
      lock.follow()
      await settled()
    },
    /** Settles the last call of `openProduct` or `closeProduct`. */
    async finish(error?: Error): Promise<void> {
      calls.at(-1)?.settle(error)
      await settled()
    },
  }
}

test('opens the product before it closes the gate, and closes the product before it shows the gate', async () => {
  const { change, finish, steps, lock } = startLock()
  await change({})
  expect(steps.splice(0)).toEqual(['keep product closed', 'show gate'])
  await change({ isLicensed: true })
  expect(steps.splice(0)).toEqual(['open product'])
  await finish()
  expect(steps.splice(0)).toEqual(['close gate'])
  await change({ isLicensed: false })
  expect(steps.splice(0)).toEqual(['close product'])
  expect([lock.isClosing(), lock.isAtGate()]).toEqual([true, false])
  await finish()
  expect(steps).toEqual(['keep product closed', 'show gate'])
  expect([lock.isClosing(), lock.isAtGate()]).toEqual([false, true])
})

test('a license that is lost while the app opens closes it at once, and an error of that is no failed start', async () => {
  const { change, finish, calls, errors, steps } = startLock()
  await change({ isLicensed: true })
  await change({ isLicensed: false })
  expect(steps).toEqual(['open product', 'close product'])
  await finish()
  calls[0]?.settle(new Error('ERR_FAILED'))
  await finish()
  expect(steps.slice(2)).toEqual(['keep product closed', 'show gate'])
  expect(errors).toEqual(['late: Error: ERR_FAILED'])
})

test('the gate is shown after the limit, whatever the product waits for', async () => {
  const { change, steps, time, lock } = startLock()
  await change({ isLicensed: true })
  await change({ isLicensed: false })
  time.pass(CLOSING_LIMIT_MS / 1000 - 1)
  expect(steps.at(-1)).toBe('close product')
  time.pass(1)
  expect(steps.slice(2)).toEqual(['keep product closed', 'show gate'])
  expect(lock.isClosing()).toBe(false)
})

test('the gate is shown early when no window of the product is visible, and once', async () => {
  const { change, finish, calls, steps, lock } = startLock()
  await change({ isLicensed: true })
  await finish()
  await change({ isLicensed: false })
  steps.length = 0
  calls.at(-1)?.noneVisible()
  expect(steps).toEqual(['show gate'])
  expect([lock.isClosing(), lock.isAtGate()]).toEqual([true, true])
  await finish()
  expect(steps).toEqual(['show gate', 'keep product closed'])
})

test('a license that comes back while the product closes opens it again afterwards', async () => {
  const { change, finish, steps } = startLock()
  await change({ isLicensed: true })
  await finish()
  steps.length = 0
  await change({ isLicensed: false })
  await change({ isLicensed: true })
  expect(steps).toEqual(['close product'])
  await finish()
  await finish()
  expect(steps.slice(1)).toEqual(['keep product closed', 'open product', 'close gate'])
})

test('what an earlier closing reports is ignored, also while a later one is in progress', async () => {
  const { change, calls, settled, lock, time } = startLock()
  await change({ isLicensed: true })
  await change({ isLicensed: false })
  time.pass(CLOSING_LIMIT_MS / 1000)
  await change({ isLicensed: true })
  await change({ isLicensed: false })
  calls[1]?.noneVisible()
  calls[1]?.settle()
  await settled()
  expect([lock.isClosing(), lock.isAtGate()]).toEqual([true, false])
})

test('a quit while the product closes goes on when it has saved, and shows no window before', async () => {
  const { change, finish, calls, steps, lock, time } = startLock()
  await change({ isLicensed: true })
  await change({ isLicensed: false })
  lock.beforeQuit()
  calls.at(-1)?.noneVisible()
  await finish()
  expect(steps.slice(1)).toEqual(['close product', 'quit'])
  // The app has prevented it: it is locked at the limit.
  time.pass(CLOSING_LIMIT_MS / 1000)
  expect(steps.slice(3)).toEqual(['keep product closed', 'show gate'])
})

test('a quit that was prevented before the loss, or before the license came back, does not go on', async () => {
  const { change, finish, steps, lock } = startLock()
  lock.beforeQuit()
  await change({ isLicensed: true })
  await change({ isLicensed: false })
  await finish()
  expect(steps.slice(2)).toEqual(['keep product closed', 'show gate'])
  await change({ isLicensed: true })
  await change({ isLicensed: false })
  lock.beforeQuit()
  await change({ isLicensed: true })
  await finish()
  expect(steps.slice(-2)).toEqual(['keep product closed', 'open product'])
})

test('shows nothing while a stored license is loaded, until the time limit', async () => {
  const atOnce = startLock()
  await atOnce.change({ mayOpenAtOnce: true })
  expect(atOnce.steps).toEqual([])
  await atOnce.change({ mayOpenAtOnce: false, isLicensed: true })
  expect(atOnce.steps).toEqual(['open product'])

  const late = startLock()
  await late.change({ mayOpenAtOnce: true })
  late.time.pass(FIRST_PAGE_LIMIT_MS / 1000)
  expect(late.steps).toEqual(['keep product closed', 'show gate'])
})

test('an error of the product that opens ends the app, and one of the product that closes does not', async () => {
  const { change, finish, errors, steps } = startLock()
  await change({ isLicensed: true })
  await finish(new Error('The product has a bug.'))
  expect(errors.splice(0)).toEqual(['fatal: Error: The product has a bug.'])
  await change({ isLicensed: false })
  await finish(new Error('The product cannot save.'))
  expect(errors).toEqual(['late: Error: The product cannot save.'])
  expect(steps.slice(-2)).toEqual(['keep product closed', 'show gate'])
})

const RUNS = isLongRun ? 20_000 : 500

test(`in any order of events, the product is open only with a license, and never waits for long (seed ${SEED})`, async () => {
  const random = createSeededRandom(SEED)
  for (let run = 0; run < RUNS; run++) {
    const { lock, license, calls, steps, errors, time, settled } = startLock()
    const history: string[] = []
    license.mayOpenAtOnce = random.below(2) === 0
    lock.follow()
    let lostMsAgo = 0
    for (let event = 0; event < 30; event++) {
      const before = license.isLicensed
      const events: Readonly<Record<string, () => void>> = {
        gain: () => Object.assign(license, { isLicensed: true, mayOpenAtOnce: false }),
        lose: () => Object.assign(license, { isLicensed: false }),
        'load ends': () => Object.assign(license, { mayOpenAtOnce: false }),
        settle: () => calls[random.below(calls.length)]?.settle(),
        fail: () => calls[random.below(calls.length)]?.settle(new Error('It was destroyed.')),
        hide: () => calls.at(-1)?.noneVisible(),
        quit: lock.beforeQuit,
        wait: () => {
          const seconds = random.pick([1, 3, 7])
          lostMsAgo += seconds * 1000
          time.pass(seconds)
        },
      }
      const [name = '', happen] = random.pick(Object.entries(events) as [[string, () => void]])
      history.push(name)
      const stepsBefore = steps.length
      happen()
      if (license.isLicensed !== before) lostMsAgo = 0
      // The license notifies of its own changes, at times without one.
      if (name === 'gain' || name === 'lose' || name === 'load ends') lock.follow()
      await settled()

      const context = `run ${run}: ${history.join(', ')} → ${steps.join(', ')}`
      const isOpen = steps.lastIndexOf('open product') > steps.lastIndexOf('keep product closed')
      const isGateShown =
        steps.lastIndexOf('show gate') >
        Math.max(steps.lastIndexOf('close gate'), steps.lastIndexOf('close product'))
      // At the latest ten seconds after the loss, the product is closed, and stays so.
      if (!license.isLicensed && lostMsAgo >= CLOSING_LIMIT_MS) {
        expect([isOpen, isGateShown, lock.isAtGate()], context).toEqual([false, true, true])
      }
      // While it is open without a license, it is closing.
      if (!license.isLicensed) expect(lock.isClosing(), context).toBe(isOpen)
      // With a license, it is open, or opens after it has closed.
      if (license.isLicensed) expect(isOpen || lock.isClosing(), context).toBe(true)
      if (steps.slice(stepsBefore).includes('open product')) expect(license.isLicensed, context).toBe(true)
      // An error counts as a failed start only while its `open` is the last call, and licensed.
      if (errors.some((error) => error.startsWith('fatal'))) expect(history.at(-1), context).toBe('fail')
      if (errors.some((error) => error.startsWith('fatal'))) break
    }
  }
})
