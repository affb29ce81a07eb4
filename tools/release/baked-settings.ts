import { loadEnv } from 'electron-vite'
import { type RawSettings, SETTING_NAMES } from '../../packages/electron/src/settings.ts'
import { rootDir } from '../set-up/places.js'

/** What a build bakes in: `.env`, and the environment, which wins. The same as in electron.vite.config.ts. */
export function bakedSettings(): RawSettings {
  const environment = loadEnv('production', rootDir, 'LATCHKEY_')
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, environment[name]]))
}
