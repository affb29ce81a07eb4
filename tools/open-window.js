import { openWindow as open } from '../packages/electron-tools/src/development/open-window.ts'
import { electronPath } from './set-up/launcher.js'
import { rootDir } from './set-up/places.js'

/**
 * Opens the built app with the Electron from set-up.
 * @param {import('../packages/electron-tools/src/development/open-window.ts').OpenWindowOptions} [options]
 */
export const openWindow = (options = {}) =>
  open({ appDir: rootDir, executablePath: electronPath(), ...options })
