import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createAskMachine } from './ask-machine.ts'
import { createDevice } from './device.ts'
import { createDeviceFiles } from './device-files.ts'
import { deviceLines, toDeviceReport } from './device-report.ts'

/**
 * `npm run device [-- --json]`: the device ID of this machine, as the app would send it, and what it rests on.
 * Uses the app's own files, so that it tells of the ID that is kept and not of one that might be.
 */
const { asksForJson } = readArguments()

try {
  process.loadEnvFile('.env')
} catch {
  // A clone has none. The environment may hold the settings all the same.
}
const { productName } = JSON.parse(readFileSync('package.json', 'utf8')) as { productName: string }
const appName = process.env['LATCHKEY_APP_NAME'] || productName
const directory = process.env['LATCHKEY_USER_DATA_DIR'] || join(appDataDirectory(), productName)

const device = createDevice({
  appName,
  askMachine: createAskMachine({ platform: process.platform, load: () => import('systeminformation') }),
  files: createDeviceFiles(directory),
})
const report = toDeviceReport(await device.identify())
process.stderr.write(`For the app "${appName}", kept in ${directory}\n`)
const text = asksForJson ? JSON.stringify(report) : deviceLines(report).join('\n')
// A call that hangs would keep the process alive.
process.stdout.write(`${text}\n`, () => process.exit())

function readArguments(): { asksForJson: boolean } {
  try {
    const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
    return { asksForJson: values.json }
  } catch {
    process.stderr.write('Usage: npm run device [-- --json]\n')
    process.exit(2)
  }
}

/** Where Electron's `appData` is. */
function appDataDirectory(): string {
  if (process.platform === 'win32') return process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config')
}
