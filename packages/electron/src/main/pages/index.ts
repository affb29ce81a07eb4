export type { PageName } from '@latchkey/client/bridge'
export { DIRECTIVES, metaContentSecurityPolicy } from './content-security-policy.ts'
export { CONTENT_TYPES, isPageAsset } from './content-types.ts'
export { PRODUCT_MAY } from './product-may.ts'
