import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { latchkeySchema } from '../../packages/client/src/bridge/latchkey-schema.ts'
import { channelOf, PRODUCT_CALLS, type Schema } from '../../packages/client/src/bridge/schema.ts'
import {
  createSeededRandom,
  isLongRun,
  SEED,
} from '../../packages/client/src/license/testing/seeded-random.ts'
import { addressVariants } from '../../packages/electron/src/main/window/testing/address-variants.ts'
import { productCalls } from '../../src/ipc/product-calls.ts'
import { rootDir } from '../../tools/set-up/places.js'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'

/** The settings are complete, but no service answers. */
const LICENSING = {
  LATCHKEY_SYNC_URL: 'http://127.0.0.1:9/',
  LATCHKEY_APP_NAME: 'hostile calls',
  LATCHKEY_EXECUTOR: 'hostile calls',
  LATCHKEY_SECRET_1: 'one',
  LATCHKEY_SECRET_2: 'two',
  LATCHKEY_SECRET_3: 'three',
}
const CALLS = isLongRun ? 50_000 : 5_000

let app: AppUnderTest
beforeAll(async () => {
  app = await launchApp({ env: LICENSING })
  await app.window.getByRole('textbox', { name: 'License key' }).waitFor()
})
afterAll(() => app.close())

test('no spelling of an address gives a locked file of the built app away', async () => {
  const rendererDir = join(rootDir, 'out/renderer')
  const locked = (await readdir(join(rendererDir, 'product'))).map((file) => `product/${file}`)
  const addresses = [...addressVariants(locked)]
  expect(addresses.length).toBeGreaterThanOrEqual(2_736)
  const texts = await Promise.all(locked.map((file) => readFile(join(rendererDir, file), 'utf8')))
  const given = await app.electron.evaluate(
    async ({ session }, [urls, secrets]) => {
      const found: string[] = []
      for (const url of urls) {
        const text = await session
          .fromPartition('persist:latchkey')
          .fetch(url)
          .then(
            (answer) => answer.text(),
            () => '',
          )
        if (secrets.includes(text)) found.push(url)
      }
      return found
    },
    [addresses, texts] as const,
  )
  expect(given).toEqual([])
})

/** Values of every kind that a message can hold, and some that only look harmless. */
const VALUES: readonly [unknown, ...unknown[]] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'abcdefghijklmnopqrstuvwxyzABCDEF',
  'support',
  'constructor',
  '__proto__',
  '\u0000\uFFFF',
  'x'.repeat(20_000),
  [],
  [null],
  {},
  { toString: 'x' },
  { length: 1e9 },
  { __proto__: null, kind: 'licensed' },
]

test(`${CALLS} calls with any channel, parameters and sender are answered or refused, and open nothing (seed ${SEED})`, async () => {
  const random = createSeededRandom(SEED)
  const schema: Schema = { ...latchkeySchema, [PRODUCT_CALLS]: productCalls }
  const lines = Object.entries(schema).flatMap(([group, own]) =>
    Object.entries(own).map(([name, line]) => ({ channel: channelOf(group, name), line })),
  )
  const channels = lines.flatMap(({ channel, line }) => (line.kind === 'call' ? [channel] : []))
  const licensed = lines.flatMap(({ channel, line }) =>
    line.kind === 'call' && line.needsLicense !== false ? [channel] : [],
  )
  expect(licensed.length).toBeGreaterThan(0)
  const [first = ''] = channels
  const calls = Array.from({ length: CALLS }, () => ({
    channel: random.pick([first, ...channels]),
    parameters: Array.from({ length: random.pick([0, 0, 1, 1, 1, 2, 3]) }, () => random.pick(VALUES)),
    // The index in `senders` below: the gate, the product, or a stranger.
    sender: random.below(9),
  }))
  const outcome = await app.electron.evaluate(
    async ({ ipcMain, webContents, shell, dialog }, [sent, withLicense]) => {
      const opened: string[] = []
      shell.openExternal = async (address) => void opened.push(address)
      const saves: unknown[] = []
      dialog.showSaveDialog = (async (...values: unknown[]) => {
        saves.push(values)
        return { canceled: true, filePath: '' }
      }) as unknown as typeof dialog.showSaveDialog
      const faults: string[] = []
      const note = (error: unknown) => faults.push(String(error))
      process.on('uncaughtException', note)
      process.on('unhandledRejection', note)
      // Electron stores the handlers here. A call of a page ends here, too.
      const handlers = (
        ipcMain as unknown as {
          _invokeHandlers: Map<string, (event: object, ...parameters: unknown[]) => unknown>
        }
      )._invokeHandlers
      const frame = webContents.getAllWebContents()[0]?.mainFrame
      const senders = [
        { url: 'app://gate/', parent: null },
        { url: 'app://gate/', parent: null },
        frame,
        { url: 'app://product/', parent: null },
        { url: 'app://product/product/index.html', parent: null },
        { url: 'app://product/', parent: {} },
        null,
        { url: 'https://gate/', parent: null },
        { url: '', parent: null },
      ]
      const results: Record<string, number> = {}
      const odd: string[] = []
      for (const { channel, parameters, sender } of sent) {
        let kind = 'answered'
        try {
          const answer = handlers.get(channel)
          if (answer === undefined) throw new Error(`${channel} is not registered`)
          await answer({ senderFrame: senders[sender] }, ...parameters)
          const isOwn = sender < 5
          const needsLicense = withLicense.includes(channel)
          if (!isOwn || needsLicense) odd.push(`${channel} answered sender ${sender}`)
        } catch (error) {
          const message = String(error)
          kind = /refused/i.test(message) ? 'refused' : 'failed'
          if (kind === 'failed') odd.push(`${channel}: ${message}`)
        }
        results[kind] = (results[kind] ?? 0) + 1
      }
      process.off('uncaughtException', note)
      process.off('unhandledRejection', note)
      return { results, odd: [...new Set(odd)], faults, opened, saves }
    },
    [calls, licensed] as const,
  )
  const { results, ...unexpected } = outcome
  // The app has no addresses that help could open, except the system's own settings.
  expect({ ...unexpected, opened: [] }).toEqual({ odd: [], faults: [], opened: [], saves: [] })
  expect(results['answered']).toBeGreaterThan(CALLS / 50)
  expect(results['refused']).toBeGreaterThan(CALLS / 2)
  const view = await app.window.evaluate(() => window.latchkey.license.view())
  expect(view.kind).not.toBe('licensed')
  expect(app.window.url()).toBe('app://gate/')
})
