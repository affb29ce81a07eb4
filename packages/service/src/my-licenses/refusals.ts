import { refusals } from '../core/refusal.ts'

/** The refusals of what customers do. The page has these texts in its languages. */
export const refuse = refusals({
  'address-taken': [
    409,
    'This address has licenses of its own by now. Sign in with it, or ask the seller to join the two.',
  ],
  'held-by-file': [409, 'A license file of this key has not ended. Wait for its end, or ask the seller.'],
  'link-over': [409, 'The link was used, has ended or was replaced by a newer one. Ask for a new one.'],
  'no-move': [409, 'No computer can be freed at the moment. Try later, or ask the seller.'],
  'no-replacement': [409, 'The key was replaced twice in the last 365 days. Ask the seller.'],
  'no-such-computer': [404, 'The license has no such computer. Load the page again.'],
  'no-such-license': [404, 'You have no such license. Load the page again.'],
  'not-allowed': [403, 'This is not possible here. Ask the seller.'],
  'not-working': [409, 'The license is banned or stopped, so this is not possible. Ask the seller.'],
  'own-address': [409, 'This is your own address. Enter another one.'],
  'wrong-request': [
    400,
    'This file is no request for a license file from the app with this key. Make one in the app, and use it here unchanged.',
  ],
})
