// The window of electron-vite's React quick-start.
import { join } from 'node:path'
import { BrowserWindow, shell } from 'electron'

/** @param mainDir the folder of the built main script */
export function createWindow(mainDir: string): void {
  const window = new BrowserWindow({
    width: 960,
    height: 640,
    show: false,
    autoHideMenuBar: true,
    webPreferences: { preload: join(mainDir, '../preload/index.js') },
  })
  window.on('ready-to-show', () => window.show())
  window.webContents.setWindowOpenHandler(({ url }) => {
    void shell.openExternal(url)
    return { action: 'deny' }
  })
  void window.loadFile(join(mainDir, '../renderer/index.html'))
}
