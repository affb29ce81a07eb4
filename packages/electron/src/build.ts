/** Constants for build configuration files. Must not import Electron. */
export { LINK_SCHEME } from './main/window/activation-link.ts'
export { SETTING_NAMES } from './settings.ts'
