import { app, Menu, protocol } from 'electron'
import type { Group } from '../ipc/schema.ts'
import { type RawSettings, readSettings, takeSecretsAway } from '../settings.ts'
import { type CreateProductHandlers, compose } from './compose.ts'
import { hardenApp, PRIVILEGED_SCHEME } from './window/security.ts'
import { canWriteTo, endWith, problemOf } from './window/start-problem.ts'

export interface AppParts {
  /** The licensing settings of this build. */
  readonly bakedSettings: RawSettings
  /** The renderer's build: a folder `gate` and a folder `product`, each with an `index.html`. */
  readonly rendererDir: string
  readonly preloadPath: string
  /** The calls of the app's own product. */
  readonly productCalls: Group
  /** Creates the handlers that answer these calls. Called once, when the app is ready. */
  readonly createProductHandlers: CreateProductHandlers
}

/**
 * SECURITY: a second start sends its command line in a message of at most 32 KiB. A longer one crashes the running
 * copy (seen with Electron 33 on Linux), and unsaved work is lost. A web page can open a link of any length.
 */
const MAX_COMMAND_LINE_BYTES = 16_384

/**
 * Starts the app. Call it once, while the main script is evaluated: the scheme has to be registered before `ready`.
 * An app that runs already is brought to the front instead.
 */
export function startLatchkey({ bakedSettings, ...parts }: AppParts): void {
  const userDataDir = process.env['LATCHKEY_USER_DATA_DIR']
  if (!app.isPackaged && userDataDir) app.setPath('userData', userDataDir)

  hardenApp()
  protocol.registerSchemesAsPrivileged([PRIVILEGED_SCHEME])

  if (!canWriteTo(app.getPath('userData'))) {
    // Without the folder there is no lock either: the app would take itself for a second copy and quit in silence.
    void endWith({ kind: 'folder-not-writable', path: app.getPath('userData') })
    return
  }
  const hasSaneCommandLine = Buffer.byteLength(process.argv.join(' ')) <= MAX_COMMAND_LINE_BYTES
  // One running copy: two would each count an execution and write the same store.
  if (!hasSaneCommandLine || !app.requestSingleInstanceLock()) {
    app.quit()
    return
  }

  const settings = readSettings({
    baked: bakedSettings,
    environment: process.env,
    isPackaged: app.isPackaged,
    defaultUserAgent: `${app.name}/${app.getVersion()}`,
  })
  takeSecretsAway(process.env)

  /** Links received before startup finished. */
  let earlyLinks: readonly string[] = process.argv
  let receive = (links: readonly string[]): void => {
    earlyLinks = [...earlyLinks, ...links]
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

  void app
    .whenReady()
    .then(() => {
      const latchkey = compose({ settings, ...parts })
      latchkey.receiveLinks(earlyLinks)
      receive = (links) => {
        latchkey.receiveLinks(links)
        latchkey.focus()
      }
    })
    .catch((error: unknown) => {
      // For developers; the user gets a message box.
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      return endWith(problemOf(error))
    })
}
