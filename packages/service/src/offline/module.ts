import type { Module } from '../core/http/module.ts'
import type { OfflineParts } from './issue-license.ts'
import { registerOffline } from './routes.ts'

export const offline: Module<OfflineParts> = {
  name: 'offline',
  management: registerOffline,
}
