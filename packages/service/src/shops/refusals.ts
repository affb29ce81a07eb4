import { COMMON, codedRefusals } from '../core/refusal.ts'

export const refuse = codedRefusals({
  ...COMMON,
  'no-delivery': [
    400,
    'This is no delivery of the shop. Paste the whole body as JSON, as the dashboard of the shop shows it.',
  ],
  'no-such-shop': [404, 'The project has no such shop. List the shops to find it.'],
  'no-test-shop': [400, 'Only a shop of kind test takes simulated orders.'],
  'not-open': [403, 'This shop is only for tests. An owner can open it for an hour in the console.'],
  'secret-missing': [
    400,
    'A shop needs the secret with which it signs. Only one of kind test makes its own.',
  ],
  'secret-not-wanted': [400, 'A shop of kind test makes its own secret, and is always a test.'],
  'shop-api-key': [
    400,
    'This is an API key of the shop, which Latchkey does not need. Enter the secret of the webhook.',
  ],
})
