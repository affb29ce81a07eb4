import type { Module } from '../core/http/module.ts'
import { type KeyPageParts, registerKeyPages } from './routes.ts'

/** Pages that show a license key to its buyer. */
export const keyPages: Module<KeyPageParts> = { name: 'key-pages', api: registerKeyPages }
