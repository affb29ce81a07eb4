import { ACCOUNT_ENDPOINTS } from './account.ts'
import { PEOPLE_ENDPOINTS } from './console.ts'
import { SECRET_ENDPOINTS } from './console-secrets.ts'
import { SERVICE_ENDPOINTS } from './console-service.ts'
import { MY_PAGE_ENDPOINTS } from './customer-page.ts'
import { CUSTOMER_PAGE_ENDPOINTS } from './customer-page-settings.ts'
import { CUSTOMER_ENDPOINTS } from './customers.ts'
import { DEVICE_ENDPOINTS } from './devices.ts'
import { withIds } from './endpoint.ts'
import { EVENT_ENDPOINTS } from './events.ts'
import { KEY_ENDPOINTS } from './keys.ts'
import { LOADER_ENDPOINTS } from './loader.ts'
import { MAIL_ENDPOINTS } from './mail.ts'
import { OPEN_ENDPOINTS } from './open-endpoints.ts'
import { ORDER_ENDPOINTS } from './orders.ts'
import { OVERVIEW_ENDPOINTS } from './overview.ts'
import { PRODUCT_ENDPOINTS } from './products.ts'
import { RELEASE_ENDPOINTS } from './releases.ts'
import { SCRIPT_ENDPOINTS } from './scripts.ts'
import { CONSOLE_SHOP_ENDPOINTS, SHOP_ENDPOINTS } from './shops.ts'
import { USER_ENDPOINTS } from './users.ts'

/** All endpoints of the interface and its additions, by ID. */
export const ENDPOINTS = withIds({
  ...ACCOUNT_ENDPOINTS,
  ...USER_ENDPOINTS,
  ...DEVICE_ENDPOINTS,
  ...KEY_ENDPOINTS,
  ...CUSTOMER_ENDPOINTS,
  ...CUSTOMER_PAGE_ENDPOINTS,
  ...MAIL_ENDPOINTS,
  ...SHOP_ENDPOINTS,
  ...PRODUCT_ENDPOINTS,
  ...ORDER_ENDPOINTS,
  ...EVENT_ENDPOINTS,
  ...OVERVIEW_ENDPOINTS,
  ...RELEASE_ENDPOINTS,
  ...SCRIPT_ENDPOINTS,
  ...LOADER_ENDPOINTS,
  ...OPEN_ENDPOINTS,
})

/** The ID of an endpoint: its key in `ENDPOINTS`. */
export type EndpointId = keyof typeof ENDPOINTS

/** The endpoints of the console by ID. */
export const CONSOLE_ENDPOINTS = withIds({
  ...PEOPLE_ENDPOINTS,
  ...SECRET_ENDPOINTS,
  ...CONSOLE_SHOP_ENDPOINTS,
  ...SERVICE_ENDPOINTS,
})

/** The ID of an endpoint of the console. */
export type ConsoleEndpointId = keyof typeof CONSOLE_ENDPOINTS

/** The endpoints of the customer's page by ID. */
export const MY_ENDPOINTS = withIds(MY_PAGE_ENDPOINTS)

/** The ID of an endpoint of the customer's page. */
export type MyEndpointId = keyof typeof MY_ENDPOINTS
