import type { StoringModule } from '../core/http/module.ts'
import { customerMethods } from './queries.ts'
import { type CustomerParts, registerCustomers } from './routes.ts'
import type { CustomerStorage } from './storage.ts'

/**
 * The table of customers is in the core, because keys refer to it. Customers stay when a project is
 * deleted.
 */
export const customers: StoringModule<CustomerStorage, CustomerParts> = {
  name: 'customers',
  storage: { methods: customerMethods },
  management: registerCustomers,
}
