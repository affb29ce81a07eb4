import type { StoringModule } from '../core/http/module.ts'
import { erasureMethods, moveErasure } from './erasure-queries.ts'
import { customerMethods } from './queries.ts'
import { type CustomerParts, registerCustomers } from './routes.ts'
import type { CustomerStorage } from './storage.ts'
import { ERASURE_TABLES } from './tables.ts'

/** Customers stay when a project is deleted. */
export const customers: StoringModule<CustomerStorage, CustomerParts> = {
  name: 'customers',
  storage: {
    tables: ERASURE_TABLES,
    methods: (parts) => ({ ...customerMethods(parts), ...erasureMethods(parts) }),
    moveCustomer: moveErasure,
  },
  management: registerCustomers,
}
