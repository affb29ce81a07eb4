const { app, BrowserWindow, globalShortcut, Menu, Tray } = require('electron')
const { join } = require('node:path')
const { createLicensing } = require('@latchkey/electron')

const licensing = createLicensing(require('./latchkey.json'))
/** @type {import('electron').BrowserWindow | undefined} */
let window
/** @type {import('electron').Tray | undefined} */
let tray
let isQuitting = false

function createWindow() {
  window = new BrowserWindow({ width: 480, height: 320 })
  void window.loadFile('index.html')
  // Hides on close: the app stays in the tray.
  window.on('close', (event) => {
    if (isQuitting) return
    event.preventDefault()
    window?.hide()
  })
}

/**
 * Wraps everything that opens or shows a window. `openPanel` shows the gate while the app is
 * locked.
 * @param {() => unknown} action
 */
const ifLicensed = (action) => () => (licensing.isLicensed() ? action() : licensing.openPanel())

const showWindow = ifLicensed(() => window?.show())
const openSecondWindow = ifLicensed(() =>
  new BrowserWindow({ width: 320, height: 240 }).loadFile('index.html'),
)

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', showWindow)
  app.on('activate', showWindow)
  app.on('before-quit', () => {
    isQuitting = true
  })
  // Without a listener, Electron would quit when the user closes the gate.
  app.on('window-all-closed', () => {})
  app.whenReady().then(() => {
    const commands = [
      { label: 'Show', click: showWindow },
      { label: 'New window', click: openSecondWindow },
      { label: 'License…', click: () => licensing.openPanel() },
      { label: 'Quit', click: () => app.quit() },
    ]
    Menu.setApplicationMenu(Menu.buildFromTemplate([{ label: 'Tray app', submenu: commands }]))
    tray = new Tray(join(__dirname, 'icon.png'))
    tray.setContextMenu(Menu.buildFromTemplate(commands))
    globalShortcut.register('CommandOrControl+Alt+T', showWindow)
    licensing.start({
      open: createWindow,
      // Without `close`, the hidden window would be destroyed after ten seconds.
      close() {
        window?.destroy()
        window = undefined
      },
    })
  })
} else {
  app.quit()
}
