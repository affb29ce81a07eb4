import type { StoringModule } from '../core/http/module.ts'
import { customerMethods } from './queries.ts'
import { type CustomerParts, registerCustomers } from './routes.ts'
import type { CustomerStorage } from './storage.ts'

/** Their table is of the core: keys refer to it. Customers stay when a project is deleted. */
export const customers: StoringModule<CustomerStorage, CustomerParts> = {
  name: 'customers',
  storage: { methods: customerMethods },
  management: registerCustomers,
}
