import { app, Menu, protocol } from 'electron'
import type { Group } from '../ipc/schema.ts'
import { type RawSettings, readSettings, takeSecretsAway } from '../settings.ts'
import type { CreateProductHandlers, Latchkey } from './compose.ts'
import { openFirstWindow } from './first-window.ts'
import { hardenApp, PRIVILEGED_SCHEME } from './window/security.ts'

export interface AppParts {
  /** The licensing settings of this build. */
  readonly bakedSettings: RawSettings
  /** The renderer's build: `gate/index.html`, `product/index.html` and their files. */
  readonly rendererDir: string
  readonly preloadPath: string
  /** The calls of the app's own product. */
  readonly productCalls: Group
  /** Answers these calls. Loaded after the window was opened, so that the window opens sooner. */
  readonly loadProductHandlers: () => Promise<{ readonly createProductHandlers: CreateProductHandlers }>
}

/**
 * SECURITY: a second start sends its command line in a message of at most 32 KiB. A longer one crashes the running
 * copy (seen with Electron 33 on Linux), and unsaved work is lost. A web page can open a link of any length.
 */
const MAX_COMMAND_LINE_BYTES = 16_384

/**
 * Starts the app: opens the window with the gate, then imports the rest. Call it once, while the main script is
 * evaluated: the scheme has to be registered before `ready`.
 * What this file imports is loaded before the window opens: see docs/decisions/0012-window-first.md.
 */
export function startLatchkey(parts: AppParts): void {
  const userDataDir = process.env['LATCHKEY_USER_DATA_DIR']
  if (!app.isPackaged && userDataDir) app.setPath('userData', userDataDir)

  hardenApp()
  protocol.registerSchemesAsPrivileged([PRIVILEGED_SCHEME])

  const hasSaneCommandLine = Buffer.byteLength(process.argv.join(' ')) <= MAX_COMMAND_LINE_BYTES
  // One running copy: two would each count an execution and write the same store.
  if (hasSaneCommandLine && app.requestSingleInstanceLock()) start(parts)
  else app.quit()
}

function start({
  bakedSettings,
  rendererDir,
  preloadPath,
  productCalls,
  loadProductHandlers,
}: AppParts): void {
  const settings = readSettings({
    baked: bakedSettings,
    environment: process.env,
    isPackaged: app.isPackaged,
    defaultUserAgent: `${app.name}/${app.getVersion()}`,
  })
  takeSecretsAway(process.env)

  /** Links received before startup finished. */
  const earlyLinks = [...process.argv]
  let latchkey: Latchkey | undefined
  let focus = (): void => {}
  function receive(addresses: readonly string[]): void {
    if (latchkey === undefined) earlyLinks.push(...addresses)
    else latchkey.receiveLinks(addresses)
    focus()
  }
  // Windows and Linux start the app again with the link; macOS sends it to the running copy.
  app.on('second-instance', (_event, argv) => receive(argv))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    receive([url])
  })
  app.on('window-all-closed', () => app.quit())
  // Prevents Electron's default menu; ours is set later.
  Menu.setApplicationMenu(null)
  // Node loads its `fetch` implementation at the first Response: 40 ms, spent here before the page needs one.
  setImmediate(() => void new Response())

  void app
    .whenReady()
    .then(async () => {
      const first = openFirstWindow({ rendererDir, preloadPath })
      focus = first.focus
      await first.isRestWanted
      const [{ compose }, { createProductHandlers }] = await Promise.all([
        import('./compose.ts'),
        loadProductHandlers(),
      ])
      latchkey = compose({ settings, window: first.window, productCalls, createProductHandlers })
      latchkey.receiveLinks(earlyLinks)
      first.letIn(latchkey)
    })
    .catch((error: unknown) => {
      // Thrown outside of the promise, so that Electron shows it in a dialog; a rejection is only a line on a terminal.
      setImmediate(() => {
        throw error
      })
    })
}
