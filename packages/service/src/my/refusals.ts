import { refusals } from '../core/refusal.ts'

/** The refusals of the guard and of the sign-in of the customer's page, which has its own texts. */
export const refuse = refusals({
  'code-wrong': [409, 'The code is wrong, was used, or is older than 15 minutes. Ask for a new mail.'],
  'foreign-origin': [403, 'This request comes from a page of another site.'],
  'link-over': [409, 'The link was used, or is older than 15 minutes. Ask for a new mail.'],
  'no-such-page': [404, 'There is no such page.'],
  'other-browser': [409, 'Enter the code in the browser in which you asked for it, or open the link.'],
  'proof-needed': [403, 'Prove by a mail again that it is you, then repeat this.'],
})
