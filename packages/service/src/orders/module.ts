import type { StoringModule } from '../core/http/module.ts'
import { deliveryMethods, forgetDeliveries, moveOrders } from './delivery-queries.ts'
import { orderMethods } from './order-queries.ts'
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
      ...orderMethods(parts),
      ...returnMethods(parts),
    }),
    forget: forgetDeliveries,
    moveCustomer: moveOrders,
  },
}
