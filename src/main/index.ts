import { app, protocol } from 'electron'
import { compose } from './compose.ts'
import { hardenApp, PRIVILEGED_SCHEME } from './desktop/security.ts'

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

// One running copy: two would each count an execution and write the same store.
if (isOfSaneLength && app.requestSingleInstanceLock()) {
  const latchkey = compose()
  latchkey.receiveLinks(process.argv)
  // Windows and Linux start the app again with the link; macOS tells the running one.
  app.on('second-instance', (_event, argv) => {
    latchkey.receiveLinks(argv)
    latchkey.focus()
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    latchkey.receiveLinks([url])
    latchkey.focus()
  })
  app.on('window-all-closed', () => app.quit())
  void app.whenReady().then(() => latchkey.open())
  // Every page is answered with one, and Node loads all of `fetch` at the first: some 50 ms, during which the gate would
  // wait. Until the app is ready, this thread has nothing to do.
  setImmediate(() => void new Response())
} else {
  app.quit()
}
