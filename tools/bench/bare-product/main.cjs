// A minimal Electron app that shows the built product page. Its preload script replaces Latchkey.
const { app, BrowserWindow } = require('electron')
const { join } = require('node:path')

if (process.env['LATCHKEY_USER_DATA_DIR']) app.setPath('userData', process.env['LATCHKEY_USER_DATA_DIR'])
app.on('window-all-closed', () => app.quit())
app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 960,
    height: 640,
    show: false,
    webPreferences: { preload: join(__dirname, 'preload.cjs') },
  })
  window.once('ready-to-show', () => window.show())
  window.loadFile(join(__dirname, '../../../out/renderer/product/index.html'))
})
