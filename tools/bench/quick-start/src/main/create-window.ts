// The window of electron-vite's React quick-start.
import { join } from 'node:path'
import { BrowserWindow, shell } from 'electron'

export function createWindow(): void {
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
