import type { Module } from '../core/http/module.ts'
import { registerDeliveries } from './routes.ts'
import {
  type ConnectingParts,
  registerConnecting,
  registerConnectingInConsole,
  registerShops,
} from './shop-routes.ts'
import { registerSimulation } from './simulate-order.ts'

/** Where the products of a project are sold: the shops, and their deliveries. */
export const shops: Module<ConnectingParts> = {
  name: 'shops',
  api(api, parts) {
    registerDeliveries(api, parts)
    registerConnecting(api.register, parts)
  },
  management(register, parts) {
    registerShops(register, parts)
    registerSimulation(register, parts)
  },
  console: registerConnectingInConsole,
}
