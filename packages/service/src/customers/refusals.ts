import { COMMON, codedRefusals } from '../core/refusal.ts'

export const refuse = codedRefusals({
  ...COMMON,
  'customer-exists': [
    409,
    'Another customer has this address. To make one of both, join them (Join Customers, or latchkey customers join).',
  ],
  'no-such-customer': [404, 'This account has no such customer. List the customers to find it.'],
  'same-customer': [400, 'A customer cannot be joined with itself. Name two customers.'],
})
