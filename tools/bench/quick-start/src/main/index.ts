// The main process of electron-vite's React quick-start, without its toolkit package.
import { join } from 'node:path'
import { app, BrowserWindow, shell } from 'electron'

function createWindow(): void {
  const window = new BrowserWindow({
    width: 960,
    height: 640,
    show: false,
    autoHideMenuBar: true,
    webPreferences: { preload: join(import.meta.dirname, '../preload/index.js') },
  })
  window.on('ready-to-show', () => window.show())
  window.webContents.setWindowOpenHandler(({ url }) => {
    void shell.openExternal(url)
    return { action: 'deny' }
  })
  void window.loadFile(join(import.meta.dirname, '../renderer/index.html'))
}

const userDataDir = process.env['LATCHKEY_USER_DATA_DIR']
if (userDataDir) app.setPath('userData', userDataDir)
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(createWindow)
