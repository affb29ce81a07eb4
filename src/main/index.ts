import { join } from 'node:path'
import { app, Menu, protocol } from 'electron'
import type { Latchkey } from './compose.ts'
import { hardenApp, PRIVILEGED_SCHEME } from './desktop/security.ts'
import { canWriteTo, endWith, problemOf } from './desktop/start-problem.ts'
import { openFirstWindow } from './first-window.ts'
import { readSettings, takeSecretsAway } from './settings.ts'

// This file, and what it imports, is all that is loaded before the window opens. The rest follows while the window's own
// process starts: see docs/decisions/0012-window-first.md before importing anything more.

const userDataDir = process.env['LATCHKEY_USER_DATA_DIR']
if (!app.isPackaged && userDataDir) app.setPath('userData', userDataDir)

hardenApp()
protocol.registerSchemesAsPrivileged([PRIVILEGED_SCHEME])

/**
 * SECURITY: a second start hands its command line over in a message of 32 KiB at most; a longer one crashes the running
 * copy (seen with Electron 33 on Linux), and what was not saved there. A web page can open a link as long as it likes.
 */
const LONGEST_COMMAND_LINE_BYTES = 16_384
const isOfSaneLength = Buffer.byteLength(process.argv.join(' ')) <= LONGEST_COMMAND_LINE_BYTES

const canKeepFiles = canWriteTo(app.getPath('userData'))

if (!canKeepFiles) {
  // Without its folder there is no lock either, and the app would take itself for a second copy and end in silence.
  void endWith({ kind: 'folder-not-writable', path: app.getPath('userData') })
} else if (isOfSaneLength && app.requestSingleInstanceLock()) {
  // One running copy: two would each count an execution and write the same store.
  const settings = readSettings({
    baked: BAKED_SETTINGS,
    environment: process.env,
    isPackaged: app.isPackaged,
    defaultUserAgent: `${app.name}/${app.getVersion()}`,
  })
  takeSecretsAway(process.env)

  /** What came before there was anybody to take it. */
  const handedOver = [...process.argv]
  let latchkey: Latchkey | undefined
  let focus = (): void => {}
  function receive(addresses: readonly string[]): void {
    if (latchkey === undefined) handedOver.push(...addresses)
    else latchkey.receiveLinks(addresses)
    focus()
  }
  // Windows and Linux start the app again with the link; macOS tells the running one.
  app.on('second-instance', (_event, argv) => receive(argv))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    receive([url])
  })
  app.on('window-all-closed', () => app.quit())
  // Electron would build one of its own, and ours follows.
  Menu.setApplicationMenu(null)
  // Every page is answered with one, and Node loads all of `fetch` at the first: some 40 ms, which would stand between
  // the window and its page.
  setImmediate(() => void new Response())

  void app
    .whenReady()
    .then(async () => {
      const first = openFirstWindow({
        rendererDir: join(import.meta.dirname, '../renderer'),
        preloadPath: join(import.meta.dirname, '../preload/index.cjs'),
      })
      focus = first.focus
      await first.isRestWanted
      const { compose } = await import('./compose.ts')
      latchkey = compose({ settings, window: first.window })
      latchkey.receiveLinks(handedOver)
      first.letIn(latchkey)
    })
    .catch((error: unknown) => {
      // For developers; the user gets a message on the screen.
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      return endWith(problemOf(error))
    })
} else {
  app.quit()
}
