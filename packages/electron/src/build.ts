/** What the configuration of a build needs. Imports no Electron. */
export { LINK_SCHEME } from './main/window/activation-link.ts'
export { SETTING_NAMES } from './settings.ts'
