import type { StoringModule } from '../core/http/module.ts'
import { deliveryMethods } from './delivery-queries.ts'
import { forgetDeliveries, moveOrders } from './forget-queries.ts'
import { linkMethods } from './link-queries.ts'
import { orderMethods } from './order-queries.ts'
import { productMethods } from './product-queries.ts'
import { returnMethods } from './return-queries.ts'
import { shopMethods } from './shop-queries.ts'
import type { OrderStorage } from './storage.ts'
import { ORDER_TABLES } from './tables.ts'

/** Purchases at shops, and the licenses that follow them. */
export const orders: StoringModule<OrderStorage> = {
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
}
