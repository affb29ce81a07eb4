import { randomBytes } from 'node:crypto'
import { createLicenseKey, createNonce, createScriptReceiver } from '@latchkey/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { createServiceKey } from '../core/security/seal.ts'
import { createSqliteStorage } from '../modules.ts'
import { startTestService } from '../testing/test-service.ts'
import { addScript, loadScript, updateScript } from './testing/scripts.ts'

test('Neither a heartbeat nor the loader reads the source of the script', async () => {
  const real = await createSqliteStorage({ path: ':memory:', seal: createServiceKey(randomBytes(32)) })
  let sourcesRead = 0
  const storage: typeof real = {
    ...real,
    findScriptToLoad: (id) => {
      sourcesRead += 1
      return real.findScriptToLoad(id)
    },
    findSource: (...of) => {
      sourcesRead += 1
      return real.findSource(...of)
    },
  }
  const processScript = async () => ({ kind: 'processed' as const, source: 'done' })
  const service = await startTestService({ storage, server: { processScript } })
  onTestFinished(() => service.stop())
  const key = await service.addLicense()
  const id = await addScript(service)
  const loader = () => fetch(`${service.url}/v3/scripts/${id}/loader.js`)
  const beat = (session: string) =>
    fetch(`${service.url}/v3/scripts/${id}/heartbeat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session, nonce: createNonce() }),
    })

  expect([(await loader()).status, (await beat('x')).status]).toEqual([404, 404])
  await updateScript(service, { script: 'a', is_v4_loader: false })
  const { body } = await loadScript(service, { script_key: key })
  expect(sourcesRead).toBe(1)
  expect((await loader()).status).toBe(200)
  expect(await (await beat(body.session ?? '')).json()).toMatchObject({ code: 'KEY_VALID' })
  expect(sourcesRead).toBe(1)
})

test('The source of a script is read and sealed for nobody without a key', async () => {
  const real = await createSqliteStorage({ path: ':memory:', seal: createServiceKey(randomBytes(32)) })
  let sourcesRead = 0
  const storage: typeof real = {
    ...real,
    findScriptToLoad: (id) => {
      sourcesRead += 1
      return real.findScriptToLoad(id)
    },
  }
  const processScript = async () => ({ kind: 'processed' as const, source: 'done' })
  const service = await startTestService({ storage, server: { processScript } })
  onTestFinished(() => service.stop())
  const key = await service.addLicense()
  const id = await addScript(service)
  await updateScript(service, { script: 'a', is_v4_loader: true })
  const { publicKey: public_key, open } = createScriptReceiver(id)
  const refused = await loadScript(service, { script_key: createLicenseKey(), public_key })
  expect([refused.body.code, sourcesRead]).toEqual(['KEY_INCORRECT', 0])
  // Neither request is counted, because it could not be answered.
  for (const given of [{}, { public_key: 'x'.repeat(87) }]) {
    expect((await loadScript(service, { script_key: key, ...given })).status).toBe(400)
  }
  expect([(await service.totals()).executions, sourcesRead]).toEqual([0, 0])
  const { body } = await loadScript(service, { script_key: key, public_key })
  expect(body.sealed && open(body.sealed)).toBe('done')
  expect(sourcesRead).toBe(1)
})
