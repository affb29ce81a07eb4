import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { spellingsOf } from '../../packages/electron-tools/src/cli/spellings.ts'
import { activate, keyField, licensePanel, press } from '../support/drive-app.ts'
import { canStartKeyring, startKeyring } from '../support/keyring.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { startAppProcess } from '../support/start-process.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'
import { startTamperingNode, type TamperingNode } from '../support/tampering-node.ts'

let service: ServiceUnderTest
/** A node that passes everything on, and records the texts that must not be left anywhere. */
let node: TamperingNode
let userDataDir: string
const signatures: string[] = []

beforeAll(async () => {
  service = await startService()
  node = await startTamperingNode(service.url, (answer, { headers }) => {
    const { signature } = JSON.parse(answer.body) as { signature?: string }
    signatures.push(...[headers['externalsignature'], signature].flat().filter((text) => text !== undefined))
    return answer
  })
  userDataDir = await mkdtemp(join(tmpdir(), 'latchkey-left-behind-'))
})
afterAll(async () => {
  await node.close()
  await service.close()
  await rm(userDataDir, { recursive: true, force: true })
})

const appEnv = (): Record<string, string> => ({ ...service.appEnv, LATCHKEY_SYNC_URL: node.url })
const secrets = (): string[] => [1, 2, 3].map((n) => service.appEnv[`LATCHKEY_SECRET_${n}`] ?? '')

/**
 * The texts that `content` contains in any encoding: plain, encoded, reversed, or with two bytes
 * for each letter.
 */
const found = (content: string, texts: readonly string[]): string[] =>
  texts.filter((text) => spellingsOf(text).some((spelling) => content.includes(spelling)))

async function filesIn(dir: string): Promise<{ name: string; content: string }[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ name, parentPath }) => ({
      name,
      content: await readFile(join(parentPath, name), 'latin1'),
    })),
  )
}

/**
 * Activates, starts again with the stored key, and reads everything that both runs have written.
 */
async function expectNothingLeftBehind(
  dir: string,
  keeping: { env?: Record<string, string>; args?: readonly string[] } = {},
): Promise<string> {
  const key = service.keys.valid
  const before = node.checks.length
  const env = { ...appEnv(), ...keeping.env }
  const args = [...(keeping.args ?? []), '--enable-logging']
  const app = await launchApp({ userDataDir: dir, env, args })
  const written: string[] = []
  const { stdout, stderr } = app.electron.process()
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk) => written.push(String(chunk)))
  let storedBy: string
  try {
    await activate(app, key)
    await licensePanel(app).waitFor()
    const view = await app.window.evaluate(() => window.latchkey.license.view())
    storedBy = view.kind === 'licensed' ? view.storedBy : view.kind
  } finally {
    await app.close()
  }
  const second = startAppProcess(dir, { env, args })
  try {
    // The key was not entered, so this check is of the stored key.
    await vi.waitUntil(() => node.checks.length === before + 2, { timeout: 30_000, interval: 50 })
    expect(node.checks.at(-1)).toContain(key)
  } finally {
    await second.end()
    await second.exited
  }
  const sought = [key, ...secrets(), ...signatures]
  expect(sought.length).toBeGreaterThanOrEqual(1 + 3 + 4)
  const files = await filesIn(dir)
  expect(files.map(({ name }) => name)).toContain('license.json')
  for (const { name, content } of files) expect(found(content, sought), name).toEqual([])
  expect(found(written.join('') + second.output(), sought)).toEqual([])
  return storedBy
}

test('neither key, secret nor signature is found in the user-data folder or in what the app writes', async () => {
  await expectNothingLeftBehind(join(userDataDir, 'as it is here'))
})

test.skipIf(!canStartKeyring)('the same where the key rests in a real keyring', async () => {
  const keyring = await startKeyring()
  try {
    expect(await expectNothingLeftBehind(join(userDataDir, 'keyring'), keyring)).toBe('keyring')
  } finally {
    await keyring.close()
  }
  // Without the keyring, the encrypted key in the folder cannot be used.
  const app = await launchApp({ userDataDir: join(userDataDir, 'keyring'), env: appEnv() })
  try {
    await app.window.getByText('can no longer be read').waitFor()
    expect(app.window.url()).toBe('app://gate/')
  } finally {
    await app.close()
  }
})

/** Every text in the memory of the page's JavaScript after a garbage collection. */
async function heapOf({ window }: AppUnderTest): Promise<string> {
  const session = await window.context().newCDPSession(window)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return chunks.join('')
}

/** The ID of the process that shows the page. */
const rendererOf = ({ electron, window }: AppUnderTest): Promise<number | undefined> =>
  electron.evaluate(
    ({ webContents }, url) =>
      webContents
        .getAllWebContents()
        .find((each) => each.getURL() === url)
        ?.getOSProcessId(),
    window.url(),
  )

test('no page holds the key once its field is gone, and its last letters reach the clipboard', async () => {
  const { valid, unassigned, 'ends-in-20-days': trial } = service.keys
  const app = await launchApp({ env: appEnv() })
  try {
    await keyField(app).fill(valid)
    // The search finds the key while it is there. This shows that the search works.
    expect(found(await heapOf(app), [valid])).toEqual([valid])
    const gateProcess = await rendererOf(app)
    await press(app, 'Activate')
    await licensePanel(app).waitFor()
    // The product runs in another process than the page into which the key was typed.
    expect(await rendererOf(app)).not.toBe(gateProcess)
    expect(found(await heapOf(app), [valid, ...secrets()])).toEqual([])

    await press(app, 'Change key')
    await keyField(app).fill(unassigned)
    expect(found(await heapOf(app), [unassigned])).toEqual([unassigned])
    await press(app, 'Close')
    await keyField(app).waitFor({ state: 'detached' })
    expect(found(await heapOf(app), [unassigned])).toEqual([])

    await press(app, 'Change key')
    await keyField(app).pressSequentially(trial)
    await press(app, 'Activate')
    await keyField(app).waitFor({ state: 'detached' })
    await licensePanel(app).getByText('Trial').waitFor()

    await press(app, 'About this key')
    await press(app, 'Copy last 4 letters')
    await app.window.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = () => app.electron.evaluate(({ clipboard }) => clipboard.readText())
    expect(await copied()).toBe(trial.slice(-4))
    await press(app, 'Close')
    await press(app, 'About this device')
    await press(app, 'Copy support report')
    await expect.poll(copied).toContain(`License key: ends in ${trial.slice(-4)}\n`)
    await press(app, 'Close')
    expect(found(await heapOf(app), [valid, trial, unassigned])).toEqual([])
  } finally {
    await app.close()
  }
})
