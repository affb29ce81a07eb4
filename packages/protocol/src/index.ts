export * from './codes.ts'
export * from './formats.ts'
export * from './key-check.ts'
export * from './signatures.ts'
