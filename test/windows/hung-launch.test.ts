import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LaunchHung } from '../../packages/electron-tools/src/development/open-window.ts'
import { electronPath } from '../../tools/set-up/launcher.js'
import { keyField } from '../support/drive-app.ts'
import { launchApp } from '../support/launch-app.ts'

const isLong = process.env['LATCHKEY_LONG_TESTS'] === '1'

/** An Electron that hangs at its first start, or at every start. */
function hangingElectron(hangs: 'once' | 'always'): string {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-hanging-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const path = join(dir, 'electron')
  const hung = join(dir, 'hung')
  const runsNow = hangs === 'once' ? `[ -e "${hung}" ] && exec "${electronPath()}" "$@"` : ''
  writeFileSync(path, `#!/bin/sh\n${runsNow}\ntouch "${hung}"\nexec sleep 120\n`, { mode: 0o755 })
  return path
}

// Each of these launches takes the whole limit of a start.
test.runIf(isLong)('a launch that hangs before the app runs is started again once', async () => {
  const app = await launchApp({ executablePath: hangingElectron('once') })
  await keyField(app).waitFor()
  await app.close()
})

test.runIf(isLong)('a launch that hangs twice fails', { timeout: 120_000 }, async () => {
  await expect(launchApp({ executablePath: hangingElectron('always') })).rejects.toBeInstanceOf(LaunchHung)
})
