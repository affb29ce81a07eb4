import { COMMON, codedRefusals } from '../core/refusal.ts'

export const refuse = codedRefusals({
  ...COMMON,
  'has-licenses': [409, 'A key that the order made is in use already. Delete it first.'],
  'no-such-license': [404, 'There is no such key. Check the key.'],
  'no-such-order': [404, 'The project has no such order, or the key follows none.'],
  'no-such-product': [404, 'The project has no such product. List the products to find it.'],
  'no-such-shop': [404, 'The shop of the order does not exist any more.'],
  'shop-product-taken': [409, 'Another product has this ID of a shop. Take it from there first.'],
})
