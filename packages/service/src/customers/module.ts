import type { StoringModule } from '../core/http/module.ts'
import type { HttpParts } from '../core/http/parts.ts'
import type { EventStorage } from '../events/storage.ts'
import { customerMethods } from './queries.ts'
import { registerCustomers } from './routes.ts'
import type { CustomerStorage } from './storage.ts'

/** Their table is of the core: keys refer to it. Customers stay when a project is deleted. */
export const customers: StoringModule<CustomerStorage, HttpParts<CustomerStorage & EventStorage>> = {
  name: 'customers',
  storage: { methods: customerMethods },
  management: registerCustomers,
}
