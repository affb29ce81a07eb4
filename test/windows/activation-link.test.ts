import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import identity from '../../app.json' with { type: 'json' }
import { keyField, licensePanel, press } from '../support/drive-app.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { startAppProcess } from '../support/start-process.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'
import { startTamperingNode, type TamperingNode } from '../support/tampering-node.ts'

const linkOf = (key: string): string => `${identity.linkScheme}://activate?key=${key}`

let service: ServiceUnderTest
/** A node that passes everything on unchanged, and counts the checks. */
let node: TamperingNode
let userDataDir: string

beforeAll(async () => {
  service = await startService()
  node = await startTamperingNode(service.url, (answer) => answer)
  userDataDir = await mkdtemp(join(tmpdir(), 'latchkey-link-'))
})
afterAll(async () => {
  await node.close()
  await service.close()
  await rm(userDataDir, { recursive: true, force: true })
})

const appEnv = (): Record<string, string> => ({ ...service.appEnv, LATCHKEY_SYNC_URL: node.url })

/** Opens links as the system does: it starts the app with the links as its last arguments. */
async function openLinks(...links: readonly string[]): Promise<void> {
  const second = startAppProcess(userDataDir, { env: appEnv(), args: links })
  expect(await second.exited, 'another running copy takes the link, and this one ends').toBe(0)
  for (const key of Object.values(service.keys)) expect(second.output()).not.toContain(key)
}

const fieldText = (app: AppUnderTest): Promise<string> => keyField(app).inputValue()

test('a link fills the field, in the one copy that runs, and never submits', {
  timeout: 120_000,
}, async () => {
  const { valid, unassigned, 'ends-in-20-days': trial, banned } = service.keys
  const app = await launchApp({ userDataDir, env: appEnv(), args: [linkOf(valid)] })
  try {
    await app.window.getByText('This key came with a link').waitFor()
    expect(await fieldText(app)).toBe(valid)

    await openLinks(linkOf(trial))
    await expect.poll(() => fieldText(app)).toBe(trial)

    await openLinks(
      linkOf('<img src=x onerror=alert(1)>'),
      linkOf('x'.repeat(2_000)),
      `${identity.linkScheme}://forget?key=${banned}`,
      `${identity.linkScheme}://activate.example/?key=${banned}`,
      `https://activate/?key=${banned}`,
      `${linkOf(banned)}&key=${valid}`,
      `${identity.linkScheme}:`,
    )
    // If this link were passed on, the running copy would crash.
    await openLinks(linkOf('x'.repeat(process.platform === 'win32' ? 20_000 : 100_000)))
    expect(await fieldText(app)).toBe(trial)
    // This link is accepted. The links before it have been read by then.
    await openLinks(linkOf(unassigned))
    await expect.poll(() => fieldText(app)).toBe(unassigned)
    expect(await app.window.evaluate(() => window.latchkey.license.view())).toEqual({ kind: 'locked' })
    expect(node.checks).toEqual([])

    await press(app, 'Activate')
    await licensePanel(app).waitFor()
    expect(node.checks).toHaveLength(1)

    // While a license is in use, a link offers another key, which the user must still confirm.
    await openLinks(linkOf(trial))
    await expect.poll(() => fieldText(app)).toBe(trial)
    await press(app, 'Close')
    await keyField(app).waitFor({ state: 'detached' })
    expect(await app.electron.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows().length)).toBe(1)
    expect(node.checks).toHaveLength(1)
  } finally {
    await app.close()
  }
})
