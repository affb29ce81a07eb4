// The main process of the quick-start with Latchkey, as in examples/electron-vite/changes.patch.
import { createLicensing } from '@latchkey/electron'
import { app } from 'electron'
import { createWindow } from './create-window.ts'

const userDataDir = process.env['LATCHKEY_USER_DATA_DIR']
if (userDataDir) app.setPath('userData', userDataDir)
const licensing = createLicensing({})
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(() => licensing.start({ open: () => createWindow(import.meta.dirname) }))
