import type { Module } from '../core/http/module.ts'
import { registerDeliveries, type ShopParts } from './routes.ts'

/** The deliveries of shops: each is verified, read and stored. */
export const shops: Module<ShopParts> = { name: 'shops', api: registerDeliveries }
