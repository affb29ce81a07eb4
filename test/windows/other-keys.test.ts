import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyAlias } from '@latchkey/protocol'
import { createVendorClient } from '@latchkey/vendor'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type DemoService, licensingEnv } from '../../packages/electron-tools/src/development/demo-service.ts'
import { activate, keyField, licensePanel, outcomeAtGate } from '../support/drive-app.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { runLatchkey } from '../support/run-latchkey.ts'
import { startDemo } from '../support/start-service.ts'

let service: DemoService
let dataDir: string
beforeAll(async () => {
  service = await startDemo()
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-other-keys-'))
})
afterAll(async () => {
  await service?.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function launch(otherKeys: 'yes' | 'no'): Promise<AppUnderTest> {
  const env = { ...licensingEnv(service), LATCHKEY_OTHER_KEYS: otherKeys }
  const app = await launchApp({ userDataDir: join(dataDir, otherKeys), env })
  onTestFinished(() => app.close())
  return app
}

test('an imported key of another form opens the product, as its user types it', async () => {
  const file = join(dataDir, 'keys.csv')
  await writeFile(file, 'Serial,Customer\nPRO-7F3K-99AB-2027,Ada Lovelace\n')
  await runLatchkey(['keys', 'import', file, '--yes'], {
    LATCHKEY_URL: service.url,
    LATCHKEY_API_KEY: service.apiKey,
    LATCHKEY_PROJECT: service.project,
  })

  // Without the setting, keys of another form are refused.
  const plain = await launch('no')
  await activate(plain, 'PRO-7F3K-99AB-2027')
  expect(await outcomeAtGate(plain)).toBe('KEY_INVALID')

  const app = await launch('yes')
  await activate(app, 'PRO-7F3K-99AB-2028')
  expect(await outcomeAtGate(app)).toBe('KEY_INCORRECT')
  await keyField(app).fill('12345')
  await app.window.getByRole('button', { name: 'Activate' }).click()
  await app.window.getByText('It is too short or too long.').waitFor()
  await activate(app, ' pro 7f3k 99ab 2027')
  const panel = licensePanel(app)
  await panel.waitFor()
  // The name of a customer is for the vendor.
  expect(await panel.textContent()).not.toContain('Ada Lovelace')

  const client = createVendorClient({
    baseUrl: service.url,
    apiKey: service.apiKey,
    projectId: service.project,
  })
  const found = await client.getKey({ query: { user_key: keyAlias('PRO7F3K99AB2027') } })
  expect(found).toMatchObject({
    kind: 'ok',
    value: { key: { total_executions: 1, status: 'active', vendor_note: 'Ada Lovelace' } },
  })
})
