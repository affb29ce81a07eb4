/** What the configuration of a build needs. Imports no Electron. */
export { META_CONTENT_SECURITY_POLICY, withStyleHash } from './main/pages/content-security-policy.ts'
export { LINK_SCHEME } from './main/window/activation-link.ts'
export { SETTING_NAMES } from './settings.ts'
