export {
  type AppInfo,
  HELP_TOPICS,
  type HelpTopic,
  type LatchkeyBridge,
  latchkeySchema,
} from './latchkey-schema.ts'
export {
  type Bridge,
  type Call,
  channelOf,
  type Group,
  type GroupBridge,
  type GroupHandlers,
  type Handlers,
  type PageName,
  PRODUCT_CALLS,
  productCall,
  type Schema,
  type SendEvent,
  type,
} from './schema.ts'
export type { UpdateFailure, UpdateView } from './update-view.ts'
