export * from './ipc-contract.ts'
export type { UpdateView } from './update-view.ts'
