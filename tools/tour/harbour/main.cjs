// The app in the pictures of docs/guides/license-an-app-you-have.md.
const { join } = require('node:path')
const { app, BrowserWindow } = require('electron')
/** @type {typeof import('../../../packages/electron/src/licensing/index.ts')} */
const { createLicensing } = require(process.env['TOUR_LICENSING'] ?? '')

app.setPath('userData', process.env['LATCHKEY_USER_DATA_DIR'] ?? '')
const licensing = createLicensing({
  accent: '#0a7ea4',
  theme: 'light',
  supportUrl: 'mailto:help@harbour.example',
})
Object.assign(globalThis, { licensing })

licensing.start({
  open: () => new BrowserWindow({ width: 720, height: 600 }).loadFile(join(__dirname, 'index.html')),
})
