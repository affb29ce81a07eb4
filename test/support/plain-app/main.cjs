// An app without a bundler, a preload script or a framework, in CommonJS. It quits without windows.
const { app, BrowserWindow, ipcMain } = require('electron')
/** @type {typeof import('../../../packages/electron/src/licensing/index.ts')} */
const { createLicensing } = require(process.env['TEST_LICENSING'] ?? '')

app.setPath('userData', process.env['LATCHKEY_USER_DATA_DIR'] ?? '')
if (process.env['TEST_IS_PACKAGED']) Object.defineProperty(app, 'isPackaged', { value: true })

/** @type {string[]} */
const log = []
/** @type {string[]} */
const changes = []
const licensing = createLicensing({
  syncUrl: 'https://license.invalid',
  ...JSON.parse(process.env['TEST_OPTIONS'] ?? '{}'),
})
Object.assign(globalThis, { log, changes, licensing })

function createWindow() {
  log.push('open')
  const window = new BrowserWindow({ show: false, title: 'The app' })
  window.on('close', () => log.push('close a window'))
  window.once('ready-to-show', () => window.show())
  void window.loadURL('data:text/html,<title>The app</title><h1>The app</h1>')
}

licensing.onChange((license) => {
  const state = license === undefined ? 'locked' : 'licensed'
  if (changes.at(-1) !== state) changes.push(state)
})
licensing.onChange(() => {
  throw new Error('The app has a bug.')
})
licensing.onChange(async () => {
  throw new Error('The app has another bug.')
})
process.on('uncaughtException', (error) => log.push(`uncaught: ${error.message}`))
process.on('unhandledRejection', (reason) => log.push(`unhandled: ${reason}`))
app.on('window-all-closed', () => {
  log.push('no window')
  app.quit()
})

void app.whenReady().then(() => {
  ipcMain.handle(
    'export',
    licensing.whileLicensed(() => 'exported'),
  )
  const close = () => {
    log.push(`close with ${BrowserWindow.getAllWindows().length} windows`)
  }
  licensing.start({ open: createWindow, ...(!process.env['TEST_DEFAULT_CLOSE'] && { close }) })
})
