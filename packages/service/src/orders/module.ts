import type { StoringModule } from '../core/http/module.ts'
import type { HttpParts } from '../core/http/parts.ts'
import type { LicenseStorage } from '../licenses/storage.ts'
import { deliveryMethods } from './delivery-queries.ts'
import { forgetDeliveries, moveOrders } from './forget-queries.ts'
import { linkMethods } from './link-queries.ts'
import { orderMethods } from './order-queries.ts'
import { registerOrders } from './order-routes.ts'
import { productMethods } from './product-queries.ts'
import { registerProducts } from './product-routes.ts'
import { returnMethods } from './return-queries.ts'
import { shopMethods } from './shop-queries.ts'
import type { OrderStorage } from './storage.ts'
import { ORDER_TABLES } from './tables.ts'

/** Purchases at shops, and the licenses that follow them. */
export const orders: StoringModule<OrderStorage, HttpParts<OrderStorage & LicenseStorage>> = {
  name: 'orders',
  storage: {
    tables: ORDER_TABLES,
    methods: (parts) => ({
      ...shopMethods(parts),
      ...deliveryMethods(parts),
      ...productMethods(parts),
      ...orderMethods(parts),
      ...linkMethods(parts),
      ...returnMethods(parts),
    }),
    forget: forgetDeliveries,
    moveCustomer: moveOrders,
  },
  management(register, parts) {
    registerProducts(register, parts)
    registerOrders(register, parts)
  },
}
