// An app that does everything that could keep its windows open without a license. TEST_OPEN says how
// it opens. It quits without windows.
const { app, BaseWindow, BrowserWindow, dialog, WebContentsView } = require('electron')
/** @type {typeof import('../../../packages/electron/src/licensing/index.ts')} */
const { createLicensing } = require(process.env['TEST_LICENSING'] ?? '')

app.setPath('userData', process.env['LATCHKEY_USER_DATA_DIR'] ?? '')

/** @type {string[]} */
const log = []
const licensing = createLicensing({ syncUrl: 'https://license.invalid' })
const THE_APP = 'data:text/html,<title>The app</title><h1>The app</h1>'
const never = new Promise(() => {})

/** @type {Record<string, () => unknown>} */
const OPEN = {
  'a page that does not load': () => new BrowserWindow().loadURL(process.env['TEST_HANGING_URL'] ?? ''),
  async 'a dialog that is awaited'() {
    const window = new BrowserWindow()
    await window.loadURL(THE_APP)
    await dialog.showMessageBox(window, { message: 'What is new in this version' })
  },
  'a window that hides when it is closed'() {
    const window = new BrowserWindow()
    void window.loadURL(THE_APP)
    window.on('close', (event) => {
      event.preventDefault()
      window.hide()
    })
  },
  'a window that saves before it closes'() {
    const window = new BrowserWindow()
    kept.push(window)
    void window.loadURL(THE_APP)
    window.on('close', (event) => {
      event.preventDefault()
      log.push('saving')
    })
  },
  'windows of every kind': openEveryKind,
}

const handlers = {
  save: licensing.whileLicensed(() => 'saved', { untilClosed: true }),
  work: licensing.whileLicensed(() => 'done'),
}

/**
 * Windows that the app keeps, as a tray app does.
 * @type {BrowserWindow[]}
 */
const kept = []

/** @param {BaseWindow} window */
function reopenWhenClosed(window) {
  window.on('closed', () => {
    log.push('reopened')
    reopenWhenClosed(new BrowserWindow())
  })
}

function openEveryKind() {
  const parent = new BrowserWindow({ title: 'parent' })
  void parent.loadURL(THE_APP)
  kept.push(parent)
  const child = new BrowserWindow({ title: 'child', parent })
  for (const window of [parent, child]) {
    window.on('closed', () => {
      throw new Error('The app has a bug.')
    })
  }
  openView()
  const prevented = new BrowserWindow({ title: 'prevented' })
  prevented.on('close', (event) => event.preventDefault())
  reopenWhenClosed(new BrowserWindow({ title: 'reopened' }))
}

function openView() {
  const window = new BaseWindow({ title: 'view' })
  const view = new WebContentsView()
  window.contentView.addChildView(view)
  view.setBounds({ x: 0, y: 0, width: 400, height: 300 })
  void view.webContents.loadURL(THE_APP)
  return window
}

Object.assign(globalThis, { handlers, kept, log, licensing, openView })
process.on('uncaughtException', (error) => log.push(`uncaught: ${error.message}`))
process.on('unhandledRejection', (reason) => log.push(`unhandled: ${reason}`))
app.on('window-all-closed', () => {
  log.push('no window')
  app.quit()
})

void app.whenReady().then(() => {
  const open = () => {
    log.push('open')
    return OPEN[process.env['TEST_OPEN'] ?? '']?.()
  }
  licensing.start({ open, ...(process.env['TEST_CLOSE'] && { close: () => never }) })
})
