// Reads a file with keys from elsewhere, for the command line and for the console. biome.json refuses
// schemas and modules of Node, which a page cannot use.

export * from './batches.ts'
export * from './columns.ts'
export * from './plan.ts'
export * from './read-end.ts'
export * from './report.ts'
export * from './states.ts'
export * from './table.ts'
export { IMPORT_FIELDS, type ImportField } from './titles.ts'
