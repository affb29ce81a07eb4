export type { CreateProductHandlers, ProductHandlerParts } from './compose.ts'
export type { IpcHandlers } from './ipc/register-handlers.ts'
export { type AppParts, startLatchkey } from './start.ts'
