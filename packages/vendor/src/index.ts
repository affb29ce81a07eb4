export * from './client/connection.ts'
export * from './client/outcome.ts'
export {
  followProgress,
  type ProgressResult,
  readProgress,
  type Wait,
  waitOutRateLimit,
} from './client/repeated-requests.ts'
export * from './client/vendor-client.ts'
