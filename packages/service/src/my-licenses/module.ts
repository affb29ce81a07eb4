import type { StoringModule } from '../core/http/module.ts'
import { forgetLinks, moveLinks, myLicenseMethods } from './queries.ts'
import { type MyLicenseParts, registerMine } from './routes.ts'
import type { MyLicenseStorage } from './storage.ts'
import { MY_LICENSE_TABLES } from './tables.ts'

/** What customers see and do at their page: licenses, computers, keys, orders and their own data. */
export const myLicenses: StoringModule<MyLicenseStorage, MyLicenseParts> = {
  name: 'my-licenses',
  storage: {
    tables: MY_LICENSE_TABLES,
    methods: myLicenseMethods,
    forget: forgetLinks,
    moveCustomer: moveLinks,
  },
  customerPage: registerMine,
}
