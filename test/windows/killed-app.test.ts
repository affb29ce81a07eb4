import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createSeededRandom,
  isLongRun,
  SEED,
} from '../../packages/client/src/license/testing/seeded-random.ts'
import { activate, licensePanel } from '../support/drive-app.ts'
import { launchApp } from '../support/launch-app.ts'
import { startAppProcess } from '../support/start-process.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

const KILLS = isLongRun ? 50 : 2
/** By this time, a start with a stored key has checked and stored it. */
const LATEST_MS = 2_500

let service: ServiceUnderTest
let userDataDir: string
beforeAll(async () => {
  service = await startService()
  userDataDir = await mkdtemp(join(tmpdir(), 'latchkey-killed-'))
})
afterAll(async () => {
  await service.close()
  await rm(userDataDir, { recursive: true, force: true })
})

test(`killed ${KILLS} times after its start, the app opens with the stored key as if nothing had happened (seed ${SEED})`, async () => {
  const random = createSeededRandom(SEED)
  const first = await launchApp({ userDataDir, env: service.appEnv })
  await activate(first, service.keys.valid)
  await licensePanel(first).waitFor()
  await first.close()

  for (let kill = 1; kill <= KILLS; kill++) {
    const app = startAppProcess(userDataDir, { env: service.appEnv })
    // The app is killed at a random moment, so there is no condition to wait for.
    await new Promise((resolve) => setTimeout(resolve, random.below(LATEST_MS)))
    await app.kill()
    const stored: unknown = JSON.parse(await readFile(join(userDataDir, 'license.json'), 'utf8'))
    expect(stored, `kill ${kill}`).toMatchObject({
      version: 1,
      key: expect.any(String),
      proof: expect.any(String),
    })
  }

  // The service cannot be reached, so only the stored license can open the product.
  const env = { ...service.appEnv, LATCHKEY_SYNC_URL: 'http://127.0.0.1:9/' }
  const last = await launchApp({ userDataDir, env })
  try {
    await licensePanel(last).waitFor()
    await expect
      .poll(() => last.window.evaluate(() => window.latchkey.license.view()))
      .toMatchObject({ kind: 'licensed', source: 'grace' })
  } finally {
    await last.close()
  }
}, 600_000)
