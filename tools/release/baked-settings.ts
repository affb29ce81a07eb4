import { loadEnv } from 'electron-vite'
import { type RawSettings, SETTING_NAMES } from '../../packages/electron/src/settings.ts'
import { rootDir } from '../set-up/places.js'

/**
 * The settings that a build compiles into the app: `.env`, overridden by the environment. Must
 * match electron.vite.config.ts.
 */
export function bakedSettings(): RawSettings {
  const environment = loadEnv('production', rootDir, 'LATCHKEY_')
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, environment[name]]))
}
