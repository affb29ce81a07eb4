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

/** Updates a script. Each read of its version returns the next one of `versions`. */
async function update(updateScript: Handler, versions: readonly string[], uploadTimeLimitMs?: number) {
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
    projectId: 'project-1',
    ...(uploadTimeLimitMs && { uploadTimeLimitMs }),
    wait: async (ms) => {
      pausesMs.push(ms)
    },
  })
  const outcome = await client.updateScript({
    params: { script_id: 'script-1' },
    body: { script: 'print()' },
  })
  const uploads = server.received.filter(({ id }) => id === 'updateScript').length
  return { outcome, uploads, pausesMs }
}

const gateway = (): ReturnType<Handler> => ({
  status: 504,
  body: '<html>Gateway Time-out</html>',
  undocumented: true,
})

test.each<[string, Handler, number?]>([
  ['a 504 of the service', () => refusal(504, 'Gateway timeout.')],
  ['a 504 of a gateway', gateway],
  ['our own time limit', () => 'hang', 1_000],
])('after %s, a changed version means that the script was updated', async (_, updateScript, limitMs) => {
  const { outcome, uploads } = await update(updateScript, ['000001', '000001', '000002'], limitMs)
  expect(outcome).toMatchObject({ kind: 'ok', value: { success: true } })
  expect(JSON.stringify(outcome)).toContain('version 000001 became 000002')
  expect(uploads).toBe(1)
})

test('after a 504, reports an unchanged version and uploads nothing again', async () => {
  const { outcome, uploads, pausesMs } = await update(gateway, ['000001'])
  expect(outcome).toMatchObject({ kind: 'refused', status: 504 })
  expect(JSON.stringify(outcome)).toContain('still 000001')
  expect(uploads).toBe(1)
  expect(pausesMs).toEqual([2_000, 2_000])
})

test('returns any other refusal without reading the version again', async () => {
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
