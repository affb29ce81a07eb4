import type { Module } from '../core/http/module.ts'
import { type ChatParts, registerChat } from './routes.ts'

export const chat: Module<ChatParts> = {
  name: 'chat',
  api: ({ app }, parts) => registerChat(app, parts),
}
