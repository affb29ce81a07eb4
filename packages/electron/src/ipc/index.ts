export {
  type AppInfo,
  type Group,
  type GroupBridge,
  type GroupHandlers,
  HELP_TOPICS,
  type HelpTopic,
  type LatchkeyBridge,
  productCall,
  type,
  type UpdateView,
} from '@latchkey/client/bridge'
export type { FeaturesBridge, LicenseBridge } from './license-bridge.ts'
