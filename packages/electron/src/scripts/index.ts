export type { Json, Opened, OpenOptions, ProtectedScript, ProtectedScripts } from './protected-scripts.ts'
