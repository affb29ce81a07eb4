// Reads a file with keys from elsewhere, for the command line and for the console. It imports no
// schema and nothing of Node, so that a page can use it.

export * from './batches.ts'
export * from './columns.ts'
export * from './plan.ts'
export * from './read-end.ts'
export * from './report.ts'
export * from './states.ts'
export * from './table.ts'
export { IMPORT_FIELDS, type ImportField } from './titles.ts'
