import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { cleanAppEnv } from '../../scripts/demo-service.js'
import { electronPath } from '../../scripts/set-up/launcher.js'
import { rootDir } from '../../scripts/set-up/places.js'

export interface AppUnderTest {
  readonly electron: ElectronApplication
  /** The first window, once its page has loaded. */
  readonly window: Page
  close(): Promise<void>
}

export interface LaunchOptions {
  /** Licensing settings, such as `service.appEnv`. */
  readonly env?: Record<string, string>
  /** A fresh one, gone with the app, unless told otherwise. */
  readonly userDataDir?: string
  /** After the app's folder on the command line. */
  readonly args?: readonly string[]
}

/** Opens the built app's real window, with Chromium's sandbox on wherever the machine allows it. */
export async function launchApp({
  env = {},
  userDataDir,
  args = [],
}: LaunchOptions = {}): Promise<AppUnderTest> {
  const ownDir = userDataDir === undefined ? await mkdtemp(join(tmpdir(), 'latchkey-app-')) : undefined
  const dataDir = userDataDir ?? ownDir ?? ''
  const electron = await _electron.launch({
    executablePath: electronPath(),
    // SECURITY: without it Playwright turns the sandbox off, and a test would speak about another app.
    chromiumSandbox: true,
    args: [rootDir, ...args],
    cwd: rootDir,
    env: cleanAppEnv({ LATCHKEY_USER_DATA_DIR: dataDir, ...env }),
    timeout: 30_000,
  })
  const close = async () => {
    await electron.close()
    if (ownDir !== undefined) await rm(ownDir, { recursive: true, force: true })
  }
  try {
    const window = await electron.firstWindow()
    await window.waitForLoadState()
    return { electron, window, close }
  } catch (error) {
    await close()
    throw error
  }
}
