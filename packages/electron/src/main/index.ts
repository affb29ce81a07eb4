export type { ProductParts } from './compose.ts'
export { type AppParts, startLatchkey } from './start.ts'
