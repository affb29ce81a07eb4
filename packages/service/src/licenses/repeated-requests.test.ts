import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDPOINTS, requestPath } from '@latchkey/management'
import { expect, onTestFinished, test } from 'vitest'
import { createServiceKey } from '../core/security/seal.ts'
import { StorageUnavailable } from '../core/storage/storage.ts'
import { createSqliteStorage } from '../modules.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

test('a repeated change of many keys is answered as before at another node, which goes on with what a node that ended has begun', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-repeated-'))
  const seal = createServiceKey(new Uint8Array(32))
  const storageAt = () => createSqliteStorage({ path: join(dir, 'test.sqlite'), seal })
  const real = await storageAt()
  let changes = 0
  const first = await startTestService({
    storage: {
      ...real,
      // The second batch of fifty keys fails.
      async changeLicenses(...given) {
        changes += 1
        if (changes === 2) throw new StorageUnavailable('The node has ended.')
        return real.changeLicenses(...given)
      },
    },
  })
  const second = await startTestService({ storage: await storageAt() })
  onTestFinished(async () => {
    await first.stop()
    await second.stop()
    rmSync(dir, { recursive: true })
  })
  const send = async ({ url, apiKey }: TestService, body: object) => {
    const response = await fetch(
      url + requestPath(ENDPOINTS.changeKeys, { params: { project_id: 'project' } }),
      {
        method: 'POST',
        headers: { authorization: apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    )
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  for (let count = 0; count < 60; count += 1) await first.addLicense()
  const ban = { action: 'ban', state: 'unused,active', expected_count: 60, request_id: 'one' }
  expect((await send(first, ban)).status).toBe(503)
  await first.addLicense()
  // The fifty keys of the first batch do not match any more, and the late one was not counted.
  expect(await send(second, ban)).toMatchObject({ status: 200, body: { changed: 10 } })
  expect(await send(first, ban)).toMatchObject({ status: 200, body: { changed: 10 } })
  const rest = { ...ban, expected_count: 1, request_id: 'two' }
  expect(await send(first, rest)).toMatchObject({ status: 200, body: { changed: 1 } })
  expect(await send(second, rest)).toMatchObject({ status: 200, body: { changed: 1 } })
})
