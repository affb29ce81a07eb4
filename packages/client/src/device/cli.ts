import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openProfile } from '../profile.ts'
import { createDevice } from './device.ts'
import { deviceLines, toDeviceReport } from './device-report.ts'
import { createMachineReader } from './machine-reader.ts'

/**
 * `npm run device [-- --json]`: prints the device ID of this machine and the facts it is derived
 * from. Uses the app's own files, so that it prints the ID that the app sends.
 */
const { isJson } = readArguments()

try {
  process.loadEnvFile('.env')
} catch {
  // The file is optional: the settings may come from the environment.
}
const { productName } = JSON.parse(readFileSync('package.json', 'utf8')) as { productName: string }
const appName = process.env['LATCHKEY_APP_NAME'] || productName
const directory = process.env['LATCHKEY_USER_DATA_DIR'] || join(appDataDirectory(), productName)

const device = createDevice({
  appName,
  startReading: createMachineReader({ platform: process.platform, load: () => import('systeminformation') }),
  files: openProfile(directory).device,
})
const report = toDeviceReport(await device.identify())
process.stderr.write(`Device ID of the app "${appName}", with its files in ${directory}\n`)
const text = isJson ? JSON.stringify(report) : deviceLines(report).join('\n')
// A call that hangs would keep the process alive.
process.stdout.write(`${text}\n`, () => process.exit())

function readArguments(): { isJson: boolean } {
  try {
    const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
    return { isJson: values.json }
  } catch {
    process.stderr.write('Usage: npm run device [-- --json]\n')
    process.exit(2)
  }
}

/** The directory that Electron has as `app.getPath('appData')`. */
function appDataDirectory(): string {
  if (process.platform === 'win32') return process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config')
}
