export type * from './facts.ts'
