// Calls createLicensing in every wrong way, and prints the errors.
const { app } = require('electron')
/** @type {typeof import('../../../packages/electron/src/licensing/index.ts')} */
const { createLicensing } = require(process.env['TEST_LICENSING'] ?? '')

const SETTINGS = {
  syncUrl: 'https://license.invalid',
  appName: 'Harbour',
  executor: 'harbour',
  secrets: ['first', 'second', 'third'],
}
/** @type {Record<string, string>} */
const errors = {}
/** @param {string} name @param {() => unknown} run */
function attempt(name, run) {
  try {
    run()
    errors[name] = 'none'
  } catch (error) {
    errors[name] = /** @type {Error} */ (error).message
  }
}

attempt('no settings', () => createLicensing({}))
attempt('nothing', () => createLicensing(/** @type {any} */ (undefined)))
attempt('wrong settings', () =>
  createLicensing({
    ...SETTINGS,
    syncUrl: 'http://license.example',
    secrets: ['first'],
    graceHours: 10_000,
    icon: '/nowhere/icon.png',
    theme: /** @type {any} */ ('blue'),
    .../** @type {any} */ ({ syncURL: '', supportUrl: 7 }),
  }),
)
const version = process.versions['electron'] ?? ''
Object.defineProperty(process.versions, 'electron', { value: '32.9.0' })
attempt('old Electron', () => createLicensing(SETTINGS))
Object.defineProperty(process.versions, 'electron', { value: version })
/** @type {ReturnType<typeof createLicensing> | undefined} */
let licensing
attempt('right', () => {
  licensing = createLicensing(SETTINGS)
})
attempt('twice', () => createLicensing(SETTINGS))
void app.whenReady().then(() => {
  attempt('too late', () => createLicensing(SETTINGS))
  const nothing = /** @type {any} */ (undefined)
  attempt('start without open', () => licensing?.start(nothing))
  attempt('wrong close', () => licensing?.start({ open: () => {}, close: /** @type {any} */ (true) }))
  attempt('no listener', () => licensing?.onChange(nothing))
  attempt('no handler', () => licensing?.whileLicensed(nothing))
  attempt('no link', () => licensing?.receiveLink(nothing))
  attempt('early panel', () => licensing?.openPanel())
  licensing?.start({ open: () => {} })
  attempt('start twice', () => licensing?.start({ open: () => {} }))
  process.stdout.write(`${JSON.stringify(errors)}\n`, () => app.exit(0))
})
