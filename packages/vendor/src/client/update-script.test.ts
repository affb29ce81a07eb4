import { afterEach, expect, test } from 'vitest'
import { accountRecord } from '../testing/records.ts'
import {
  API_KEY,
  type Handler,
  refusal,
  startTableServer,
  type TableServer,
} from '../testing/table-server.ts'
import { createVendorClient } from './vendor-client.ts'

let server: TableServer | undefined
afterEach(async () => {
  await server?.close()
})

/** Updates a script whose version is, look after look, one of `versions`. */
async function update(updateScript: Handler, versions: readonly string[]) {
  const left = [...versions]
  let last = ''
  server = await startTableServer({
    updateScript,
    getApiKeyDetails: () => {
      last = left.shift() ?? last
      return { body: accountRecord(['project-1'], last) }
    },
  })
  const pausesMs: number[] = []
  const client = createVendorClient({
    baseUrl: server.url,
    apiKey: API_KEY,
    // Longer than any answer takes on a busy machine.
    uploadTimeLimitMs: 1_000,
    wait: async (ms) => {
      pausesMs.push(ms)
    },
  })
  const outcome = await client.scripts.update('project-1', 'script-1', { script: 'print()' })
  const uploads = server.received.filter(({ id }) => id === 'updateScript').length
  return { outcome, uploads, pausesMs }
}

const gateway = (): ReturnType<Handler> => ({
  status: 504,
  body: '<html>Gateway Time-out</html>',
  undocumented: true,
})

test.each<[string, Handler]>([
  ['a 504 of the service', () => refusal(504, 'Gateway timeout.')],
  ['a 504 of a gateway', gateway],
  ['our own time limit', () => 'hang'],
])('after %s, a version that changed means that the update was made', async (_, updateScript) => {
  const { outcome, uploads } = await update(updateScript, ['000001', '000001', '000002'])
  expect(outcome).toMatchObject({ kind: 'ok', value: { success: true } })
  expect(JSON.stringify(outcome)).toContain('version 000001 became 000002')
  expect(uploads).toBe(1)
})

test('after a 504, a version that stays the same is reported, and nothing is uploaded again', async () => {
  const { outcome, uploads, pausesMs } = await update(gateway, ['000001'])
  expect(outcome).toMatchObject({ kind: 'refused', status: 504 })
  expect(JSON.stringify(outcome)).toContain('still 000001')
  expect(uploads).toBe(1)
  expect(pausesMs).toEqual([2_000, 2_000])
})

test('any other refusal is passed on without a second look', async () => {
  const { outcome } = await update(
    () => refusal(413, 'The script is too large for this channel.'),
    ['1', '2'],
  )
  expect(outcome).toEqual({
    kind: 'refused',
    status: 413,
    message: 'The script is too large for this channel.',
  })
  expect(server?.received.filter(({ id }) => id === 'getApiKeyDetails').length).toBe(1)
})
