import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channelOf, PRODUCT_CALLS } from '../../packages/client/src/bridge/schema.ts'
import { productCalls } from '../../src/ipc/product-calls.ts'
import { rootDir } from '../../tools/set-up/places.js'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { callRaw } from '../support/raw-ipc.ts'

/**
 * The settings are complete, so that the gate is shown as to users. No service answers, and nothing
 * here sends a request.
 */
const LICENSING = {
  LATCHKEY_SYNC_URL: 'http://127.0.0.1:9/',
  LATCHKEY_APP_NAME: 'security',
  LATCHKEY_EXECUTOR: 'security',
  LATCHKEY_SECRET_1: 'one',
  LATCHKEY_SECRET_2: 'two',
  LATCHKEY_SECRET_3: 'three',
}

let app: AppUnderTest
let userDataDir: string

beforeAll(async () => {
  userDataDir = await mkdtemp(join(tmpdir(), 'latchkey-security-'))
  app = await launchApp({ userDataDir, env: LICENSING })
  await app.window.getByRole('textbox', { name: 'License key' }).waitFor()
})
afterAll(async () => {
  await app.close()
  await rm(userDataDir, { recursive: true, force: true })
})

/** Requests an address by the window's own session, to which no policy of a page applies. */
const fetchStatus = (address: string): Promise<number> =>
  app.electron.evaluate(
    async ({ session }, url) => (await session.fromPartition('persist:latchkey').fetch(url)).status,
    address,
  )

test('the product page is refused while locked, also when its address is loaded by hand', async () => {
  expect(await fetchStatus('app://gate/')).toBe(200)
  expect(await fetchStatus('app://product/')).toBe(403)
  expect(await fetchStatus('app://product/product/index.html')).toBe(403)
  expect(await fetchStatus('app://gate/product/index.html')).toBe(403)

  await app.electron.evaluate(({ webContents }) =>
    webContents
      .getAllWebContents()[0]
      ?.loadURL('app://product/')
      .catch(() => undefined),
  )
  expect(await app.window.getByRole('region', { name: 'License' }).count()).toBe(0)
  expect(await app.window.evaluate(() => document.body.innerText)).toBe('')
  await app.electron.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.loadURL('app://gate/'))
  await app.window.getByRole('textbox', { name: 'License key' }).waitFor()
})

test('every renderer runs in the sandbox, with its context isolated and without Node', async () => {
  const metrics = await app.electron.evaluate(({ app: electronApp }) =>
    electronApp.getAppMetrics().map(({ type, sandboxed }) => ({ type, sandboxed })),
  )
  // Electron reports `sandboxed` only on Windows and macOS. On Linux, the kernel reports the
  // sandbox.
  if (process.platform !== 'linux') {
    expect(metrics.filter(({ type, sandboxed }) => type === 'Tab' && sandboxed !== true)).toEqual([])
  } else {
    const status = await app.electron.evaluate(async ({ webContents }) => {
      const pid = webContents.getAllWebContents()[0]?.getOSProcessId()
      const { readFile } = process.getBuiltinModule('node:fs/promises')
      return readFile(`/proc/${pid}/status`, 'utf8')
    })
    expect(status).toMatch(/^Seccomp:\s*2$/m)
    expect(status).toMatch(/^NoNewPrivs:\s*1$/m)
  }
  const reach = await app.window.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
    bridge: Object.keys(window.latchkey).sort(),
  }))
  expect(reach).toEqual({ node: [], bridge: ['app', 'device', 'license', 'product', 'updates'] })
})

test('the window has the preferences of the checklist, and its address is of the scheme of our own', async () => {
  const preferences = await app.electron.evaluate(({ webContents }) => {
    // Missing from Electron's types.
    const contents = webContents.getAllWebContents()[0] as unknown as {
      getLastWebPreferences(): Record<string, unknown>
    }
    return contents.getLastWebPreferences()
  })
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    enableBlinkFeatures: '',
    webviewTag: false,
  })
  expect(app.window.url()).toBe('app://gate/')
})

test('a <webview> is an unknown element, with nothing of another page in it', async () => {
  const seen = await app.window.evaluate(() => {
    const webview = document.createElement('webview')
    webview.setAttribute('src', 'app://gate/')
    webview.setAttribute('allowpopups', '')
    document.body.append(webview)
    return { canLoad: 'loadURL' in webview, hasContents: 'getWebContentsId' in webview }
  })
  expect(seen).toEqual({ canLoad: false, hasContents: false })
})

test('the bridge hands out functions of its own and nothing of Electron', async () => {
  const seen = await app.window.evaluate(() => {
    const parts = Object.values(window.latchkey).flatMap((part) => Object.values(part))
    const names = ['ipcRenderer', 'electron', 'webFrame', 'shell', 'send', 'invoke', 'on']
    const exposed = [window, window.latchkey, ...Object.values(window.latchkey)]
    return {
      kinds: [...new Set(parts.map((part) => typeof part))],
      raw: names.filter((name) => exposed.some((place) => Object.hasOwn(place, name))),
    }
  })
  expect(seen).toEqual({ kinds: ['function'], raw: [] })
})

test('help opens topics of a table, and no address that a window thinks of', async () => {
  await app.electron.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (address) => void opened.push(address)
  })
  const refusals = await app.window.evaluate(async () => {
    const openHelp = window.latchkey.app.openHelp as (topic: string) => Promise<unknown>
    const attempts = ['https://example.com/', 'file:///etc/passwd', 'constructor']
    return Promise.all(attempts.map((topic) => openHelp(topic).then(() => 'done', String)))
  })
  for (const refusal of refusals) expect(refusal).toContain('refused, because of its parameters')
  expect(await app.electron.evaluate(() => (globalThis as { opened?: string[] }).opened)).toEqual([])
})

test('a page cannot open a window, move itself away, or load anything from elsewhere', async () => {
  const outcome = await app.window.evaluate(async () => {
    const opened = window.open('https://example.com/') !== null
    const fetched = await fetch('https://example.com/').then(
      () => true,
      () => false,
    )
    const script = document.createElement('script')
    script.textContent = 'window.injected = true'
    document.head.append(script)
    const frame = document.createElement('iframe')
    frame.src = 'app://product/'
    document.body.append(frame)
    location.href = 'https://example.com/'
    return { opened, fetched, injected: 'injected' in window }
  })
  expect(outcome).toEqual({ opened: false, fetched: false, injected: false })
  expect(app.window.url()).toBe('app://gate/')
  expect(app.electron.windows()).toHaveLength(1)
})

test('a page gets no permission', async () => {
  const outcome = await app.window.evaluate(async () => ({
    notification: await Notification.requestPermission(),
    media: await navigator.mediaDevices.getUserMedia({ audio: true, video: true }).then(
      () => 'granted',
      () => 'denied',
    ),
    clipboard: await navigator.clipboard.readText().then(
      () => 'granted',
      () => 'denied',
    ),
  }))
  expect(outcome).toEqual({ notification: 'denied', media: 'denied', clipboard: 'denied' })
})

test('a call with parameters that the contract does not describe is refused before it does anything', async () => {
  const refusals = await app.window.evaluate(async () => {
    const { license } = window.latchkey as unknown as Record<
      string,
      Record<string, (...values: unknown[]) => Promise<unknown>>
    >
    const attempts = [[42], [null], [{ text: 'a' }], ['a'.repeat(10_001)]]
    return Promise.all(
      attempts.map((values) => license?.['activate']?.(...values).then(() => 'done', String)),
    )
  })
  for (const refusal of refusals) expect(refusal).toContain('refused, because of its parameters')
  expect(await app.window.evaluate(() => window.latchkey.license.view())).toEqual({ kind: 'locked' })
})

test('the gate gets no call of the product, and the main process refuses one that passes by the bridge', async () => {
  expect(await app.window.evaluate(() => 'product' in window)).toBe(false)
  const own = Object.keys(productCalls).map((name) => channelOf(PRODUCT_CALLS, name))
  for (const channel of ['product.readyToClose', ...own]) {
    const refusal = await callRaw(app.electron, 'app://gate/', channel)
    expect(refusal).toContain('refused, because of its sender')
  }
})

test('a call from a page that is not ours is refused', async () => {
  const answer = await app.electron.evaluate(
    async ({ BrowserWindow }, preload) => {
      const stranger = new BrowserWindow({
        show: false,
        webPreferences: {
          preload,
          sandbox: true,
          partition: 'stranger',
        },
      })
      try {
        await stranger.loadURL('data:text/html,<p>stranger</p>')
        return await stranger.webContents.executeJavaScript(
          'window.latchkey.license.view().then(() => "answered", String)',
        )
      } finally {
        stranger.destroy()
      }
    },
    join(rootDir, 'out/preload/index.cjs'),
  )
  expect(answer).toContain('refused, because of its sender')
})

test('electron-store, which writes the license file, answers no page', async () => {
  await app.window.evaluate(() => window.latchkey.license.setRemembered(false))
  await expect
    .poll(() => readFile(join(userDataDir, 'license.json'), 'utf8').catch(() => ''))
    .toContain('ask-every-time')
  const listeners = await app.electron.evaluate(({ ipcMain }) =>
    ipcMain.listenerCount('electron-store-get-data'),
  )
  expect(listeners).toBe(0)
})
