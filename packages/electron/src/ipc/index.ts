export { type AppInfo, HELP_TOPICS, type HelpTopic, type LatchkeyBridge } from './latchkey-schema.ts'
export type { FeaturesBridge, LicenseBridge } from './license-bridge.ts'
export { type Group, type GroupBridge, type GroupHandlers, productCall, type } from './schema.ts'
export type { UpdateView } from './update-view.ts'
