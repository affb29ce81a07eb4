import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startTestService } from '../testing/test-service.ts'
import { addScript, updateScript } from './testing/scripts.ts'

test('uploads that are under way take a limited amount of memory, and release it at their end', async () => {
  const service = await startTestService({
    // A body has at most 6 * 10,000 bytes, and some for the settings.
    settings: {
      maxScriptBytes: 10_000,
      waitingScripts: {
        perAccount: { updates: 10, bytes: 160_000 },
        inAll: { updates: 10, bytes: 1_000_000 },
      },
    },
    server: { processScript: async () => ({ kind: 'processed', source: 'done' }) },
  })
  onTestFinished(() => service.stop())
  await addScript(service)

  /** Announces a body, and sends nothing of it. */
  const begin = (headers: object): ClientRequest => {
    const upload = request(`${service.url}/v3/projects/project/scripts/script`, {
      method: 'PUT',
      headers: { authorization: service.apiKey, 'content-type': 'application/json', ...headers },
      agent: false,
    })
    upload.on('error', () => undefined)
    upload.flushHeaders()
    return upload
  }
  const open = [begin({ 'content-length': 70_000 }), begin({ 'transfer-encoding': 'chunked' })]
  const small = () => updateScript(service, { script: 'a' })
  await expect.poll(async () => (await small()).status).toBe(200)

  // The first two bodies use 146,000 of 160,000 bytes, in whichever order they arrived.
  const refused = async (): Promise<readonly [number | undefined, string | undefined]> => {
    const upload = begin({ 'content-length': 70_000 })
    const answered = once(upload, 'response')
    const timer = setTimeout(() => upload.destroy(), 200)
    const [response] = await answered.catch(() => [])
    clearTimeout(timer)
    upload.destroy()
    return [response?.statusCode, response?.headers['retry-after']]
  }
  await expect.poll(refused).toEqual([429, '5'])

  for (const upload of open) upload.destroy()
  await expect.poll(refused).toEqual([undefined, undefined])
  expect((await small()).status).toBe(200)
})
