// Lets the gate's page hang while it handles a key, as a user would notice it. Prints when it was
// loaded again. Without Playwright: Chromium does not watch a page that a debugger is attached to.
const { app } = require('electron')
/** @type {typeof import('../../../packages/electron/src/licensing/index.ts')} */
const { createLicensing } = require(process.env['TEST_LICENSING'] ?? '')

app.setPath('userData', process.env['LATCHKEY_USER_DATA_DIR'] ?? '')
const licensing = createLicensing({})
app.once('web-contents-created', (_event, contents) => {
  contents.once('did-finish-load', async () => {
    contents.once('did-finish-load', () => process.stdout.write('loaded again\n', () => app.exit(0)))
    await contents.executeJavaScript('void addEventListener("keydown", () => { for (;;); }, true)')
    contents.focus()
    contents.sendInputEvent({ type: 'keyDown', keyCode: 'A' })
  })
})
licensing.start({ open: () => {} })
