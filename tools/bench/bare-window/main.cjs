// The smallest Electron app that shows a window with a text field.
const { app, BrowserWindow } = require('electron')
const { join } = require('node:path')

if (process.env['LATCHKEY_USER_DATA_DIR']) app.setPath('userData', process.env['LATCHKEY_USER_DATA_DIR'])
app.on('window-all-closed', () => app.quit())
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 960, height: 640, show: false })
  window.once('ready-to-show', () => window.show())
  window.loadFile(join(__dirname, 'index.html'))
})
