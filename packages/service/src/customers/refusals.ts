import { COMMON, codeOf, type Refusal, refusals } from '../core/refusal.ts'

const refusalOf = refusals({
  ...COMMON,
  'customer-exists': [
    409,
    'Another customer has this address. To make one of both, join them (Join Customers, or latchkey customers join).',
  ],
  'no-such-customer': [404, 'This account has no such customer. List the customers to find it.'],
  'same-customer': [400, 'A customer cannot be joined with itself. Name two customers.'],
})

export function refuse(kind: Parameters<typeof refusalOf>[0]): Refusal {
  return { ...refusalOf(kind), keyCode: codeOf(kind) }
}
