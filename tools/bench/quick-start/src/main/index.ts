// The main process of electron-vite's React quick-start, without its toolkit package.
import { app } from 'electron'
import { createWindow } from './create-window.ts'

const userDataDir = process.env['LATCHKEY_USER_DATA_DIR']
if (userDataDir) app.setPath('userData', userDataDir)
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(() => createWindow(import.meta.dirname))
