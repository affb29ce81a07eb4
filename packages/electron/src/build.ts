/** Constants for build configuration files. Must not import Electron. */
export { SETTING_NAMES } from './settings.ts'
