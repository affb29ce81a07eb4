import { expect, test, vi } from 'vitest'
import type { Delivery } from '../../../client/src/license/script-delivery.ts'
import { createProtectedScripts } from './protected-scripts.ts'
import { startScriptWorker } from './script-worker.ts'

const delivered = (text: string): Extract<Delivery, { kind: 'delivered' }> => ({
  kind: 'delivered',
  script: { id: 's1', text, session: 'session', expiresAt: -1 },
})

/** Every script runs in a real worker thread: a page needs a window. */
function scriptsWith(delivery: Delivery) {
  const license = { isLicensed: true, tell: (): void => {} }
  const load = vi.fn(async () => delivery)
  const beat = vi.fn(async (_script: unknown, nonce: string) => ({ code: 'KEY_VALID', message: nonce }))
  const scripts = createProtectedScripts({
    delivery: { load, beat },
    isLicensed: () => license.isLicensed,
    subscribe: (listener) => {
      license.tell = listener
    },
    startIn: { none: () => Promise.reject(new Error('Not here.')), node: startScriptWorker },
  })
  const open = async () => {
    const opened = await scripts.open('s1', { powers: 'node' })
    if (opened.kind !== 'opened') throw new Error(opened.message)
    return opened.script
  }
  return { scripts, open, license, load, beat }
}

test('functions that a script exports are called with JSON, and answer with it', async () => {
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
  // Asked for: it has Node. What stands in the app's environment concerns it no more than anybody.
  expect(await script.call('node')).toBe(0)
  await expect(script.call('fail')).rejects.toThrow('On purpose.')
  await expect(script.call('missing')).rejects.toThrow('not a function')
  script.close()
  await expect(script.call('add', 1, 2)).rejects.toThrow('closed')
})

test('every script is closed when the license is lost, and none is opened after', async () => {
  const { scripts, open, license, load } = scriptsWith(
    delivered('exports.wait = () => new Promise(() => {})'),
  )
  const waiting = (await open()).call('wait')
  license.tell()
  license.isLicensed = false
  license.tell()
  await expect(waiting).rejects.toThrow('closed')
  expect(await scripts.open('s1')).toEqual({ kind: 'failed', message: 'The app is locked.' })
  expect(load).toHaveBeenCalledTimes(1)
})

test('a license that is lost while the script comes leaves it closed', async () => {
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

test('what keeps a script from starting is told', async () => {
  const broken = scriptsWith(delivered(`throw new Error('Not today.')`))
  expect(await broken.scripts.open('s1', { powers: 'node' })).toEqual({
    kind: 'failed',
    message: 'Not today.',
  })
  const refused = { kind: 'refused', code: 'KEY_BANNED', message: 'Blocked.' } as const
  expect(await scriptsWith(refused).scripts.open('s1')).toEqual(refused)
})
