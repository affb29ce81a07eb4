import { expect, test, vi } from 'vitest'
import type { Delivery } from '../../../client/src/license/script-delivery.ts'
import { createProtectedScripts } from './protected-scripts.ts'
import { startScriptWorker } from './script-worker.ts'

const delivered = (text: string): Extract<Delivery, { kind: 'delivered' }> => ({
  kind: 'delivered',
  script: { id: 's1', text, session: 'session', expiresAt: -1 },
})

/** Runs every script in a real worker thread, because a page needs Electron. */
function scriptsWith(delivery: Delivery) {
  const license = { isLicensed: true, notify: (): void => {} }
  const load = vi.fn(async () => delivery)
  const beat = vi.fn(async (_script: unknown, nonce: string) => ({ code: 'KEY_VALID', message: nonce }))
  const scripts = createProtectedScripts({
    delivery: { load, beat },
    isLicensed: () => license.isLicensed,
    subscribe: (listener) => {
      license.notify = listener
    },
    startIn: {
      none: () => Promise.reject(new Error('Not available in this test.')),
      node: startScriptWorker,
    },
  })
  const open = async () => {
    const opened = await scripts.open('s1', { powers: 'node' })
    if (opened.kind !== 'opened') throw new Error(opened.message)
    return opened.script
  }
  return { scripts, open, license, load, beat }
}

test('calls exported functions with JSON parameters and returns their JSON results', async () => {
  const { open, beat } = scriptsWith(
    delivered(`
      exports.add = (a, b) => ({ sum: a + b })
      exports.ask = async () => (await latchkey.beat('n')).message
      exports.nothing = () => undefined
      exports.node = () => require('node:os').EOL.length > 0 && Object.keys(process.env).length
      exports.fail = () => { throw new Error('On purpose.') }`),
  )
  const script = await open()
  expect(await script.call('add', 1, 2)).toEqual({ sum: 3 })
  expect(await script.call('ask')).toBe('n')
  expect(beat).toHaveBeenCalledWith(expect.objectContaining({ session: 'session' }), 'n')
  expect(await script.call('nothing')).toBeNull()
  // With `powers: 'node'` the script has Node, but not the app's environment variables.
  expect(await script.call('node')).toBe(0)
  await expect(script.call('fail')).rejects.toThrow('On purpose.')
  await expect(script.call('missing')).rejects.toThrow('not a function')
  script.close()
  await expect(script.call('add', 1, 2)).rejects.toThrow('closed')
})

test('closes every script when the license ends, and opens none after that', async () => {
  const { scripts, open, license, load } = scriptsWith(
    delivered('exports.wait = () => new Promise(() => {})'),
  )
  const waiting = (await open()).call('wait')
  license.notify()
  license.isLicensed = false
  license.notify()
  await expect(waiting).rejects.toThrow('closed')
  expect(await scripts.open('s1')).toEqual({ kind: 'failed', message: 'The app is locked.' })
  expect(load).toHaveBeenCalledTimes(1)
})

test('does not start a script if the license ends during the download', async () => {
  const { scripts, license, load } = scriptsWith(delivered('exports.a = 1'))
  load.mockImplementationOnce(async () => {
    license.isLicensed = false
    return delivered('exports.a = 1')
  })
  expect(await scripts.open('s1', { powers: 'node' })).toEqual({
    kind: 'failed',
    message: 'The app is locked.',
  })
})

test('returns the reason why a script did not start', async () => {
  const broken = scriptsWith(delivered(`throw new Error('Start failed.')`))
  expect(await broken.scripts.open('s1', { powers: 'node' })).toEqual({
    kind: 'failed',
    message: 'Start failed.',
  })
  const refused = { kind: 'refused', code: 'KEY_BANNED', message: 'Blocked.' } as const
  expect(await scriptsWith(refused).scripts.open('s1')).toEqual(refused)
})
