import { type Static, Type } from 'typebox'
import { CustomerEmail } from './customer-fields.ts'
import type { EndpointData } from './endpoint.ts'
import {
  AnyText,
  Done,
  DoneFields,
  Flag,
  Input,
  PathText,
  Refused,
  TEXT_LIMITS,
  Text,
  Whole,
} from './fields.ts'
import { MAIL_LANGUAGES } from './mail.ts'
import { TOO_MANY_REQUESTS } from './refusals.ts'

/**
 * The endpoints of the customer's page, `/my/PROJECT/` at the public address of the service. No API
 * key opens them and no session of the console: a customer signs in by mail.
 */

/** What a project allows on the customer's page, besides showing keys and signing in. */
export const CUSTOMER_ACTS = {
  free_computer: 'Customers may free a computer, by the rules of moves of the project.',
  replace_key: 'Customers may replace a key, twice a year.',
  hand_over: 'Customers may hand a license over to another address.',
  change_address: 'Customers may change their address.',
  license_file: 'Customers may make license files for computers without a network.',
  ask_owner: 'The gate may ask the owner of a license by mail to free a computer.',
} as const
/** One of `CUSTOMER_ACTS`. */
export type CustomerAct = keyof typeof CUSTOMER_ACTS

/** A flag for each of `CUSTOMER_ACTS`. */
export const customerActs = Object.fromEntries(
  Object.entries(CUSTOMER_ACTS).map(([name, description]) => [name, Flag(description)]),
) as Readonly<Record<CustomerAct, ReturnType<typeof Flag>>>

/** What the page knows of its project before anybody has signed in. The HTML contains it as JSON. */
export const MyPageData = Type.Object({
  project_id: Type.String(),
  project: AnyText('The name of the project.'),
  color: Type.String(),
  logo: AnyText('A PNG in base64; empty: none.'),
  support: AnyText('The address for questions; empty: none.'),
  app_link: AnyText('The scheme of the links that open the app; empty: none.'),
  language: Type.Enum(MAIL_LANGUAGES),
  may: Type.Object(customerActs),
})
export type MyPageData = Static<typeof MyPageData>

/** The body of every refused request of the page. */
export const MyRefused = Type.Object({
  ...Refused.properties,
  code: Type.Optional(AnyText('The name of the reason, such as `PROOF_NEEDED`. The page has its text.')),
})
export type MyRefused = Static<typeof MyRefused>

/** A computer of a license. */
export const MyComputer = Type.Object({
  id: AnyText('Names the computer, for this license only.'),
  name: AnyText('Empty: the app has sent no name.'),
  linked_at: Whole('Unix seconds; 0: not known.'),
  used_at: Whole('Unix seconds of the day of the last check; 0: not known.'),
  held_until: Whole('Unix seconds until which a license file holds the computer; 0: none does.'),
})
export type MyComputer = Static<typeof MyComputer>

/** What a license can do, as its customer sees it. */
export const MY_LICENSE_STATES = ['active', 'unused', 'expired', 'stopped', 'banned'] as const

/** A license of the customer who is signed in. */
export const MyLicense = Type.Object({
  id: AnyText('Names the license.'),
  key: AnyText('The license key; empty while it is banned or stopped.'),
  state: Type.Enum(MY_LICENSE_STATES),
  reason: AnyText('What the vendor tells about a ban or a stop; empty: nothing.'),
  note: Type.String(),
  features: Type.Array(Type.String()),
  until: Whole('Unix seconds at which it ends; -1: never; 0: its days begin with the first use.'),
  days: Type.Number({ description: 'The days of a license that has not begun; otherwise 0.' }),
  perpetual: Flag('Whether it works after its end, for the versions built before.'),
  updates_until: Whole('Unix seconds: it covers versions that were built before; -1: every version.'),
  max_computers: Type.Integer(),
  computers: Type.Array(MyComputer),
  free_from: Whole('Unix seconds from which a computer can be freed; 0: now; -1: not on this page.'),
  frees_left: Whole('How many moves are left of those of 365 days.'),
  replaces_left: Whole('How often the key can still be replaced at the moment.'),
  handed_to: AnyText('The address to which it is handed over, until it is accepted; otherwise empty.'),
})
export type MyLicense = Static<typeof MyLicense>

/** An order of the customer who is signed in. */
export const MyOrder = Type.Object({
  order: AnyText('The number of the order at the shop.'),
  shop: AnyText('The kind of the shop, such as `stripe`.'),
  bought_at: Whole('Unix seconds; 0: not known.'),
  products: Type.Array(Type.String()),
  state: AnyText('`waiting`, `paid`, `past-due`, `ended`, `refunded` or `charged-back`.'),
  shop_page: AnyText('The page of the shop for invoices and cancellation; empty: not known.'),
})
export type MyOrder = Static<typeof MyOrder>

/** A computer that asks, from its gate, to be let in. */
export const MyRequest = Type.Object({
  id: AnyText('Names the request.'),
  license_id: Type.String(),
  computer: AnyText('The name of the computer that asks; empty: none was sent.'),
  network: AnyText('The network of the computer, such as `192.0.2.0/24`.'),
  asked_at: Whole('Unix seconds.'),
  until: Whole('Unix seconds until which it can be answered.'),
})
export type MyRequest = Static<typeof MyRequest>

/** All that the page shows to a customer. */
export const Mine = Type.Object({
  ...DoneFields,
  email: Type.String(),
  name: Type.String(),
  proven_until: Whole('Unix seconds until which acts that need a proof are possible.'),
  erasure_asked_at: Whole('Unix seconds at which the customer asked for erasure; 0: not asked.'),
  licenses: Type.Array(MyLicense, { description: 'The newest 200, the newest first.' }),
  orders: Type.Array(MyOrder, { description: 'The newest 200, the newest first.' }),
  requests: Type.Array(MyRequest),
})
export type Mine = Static<typeof Mine>

const token = Text(128, 'The token in the fragment of the link.', { minLength: 1 })
const email = CustomerEmail('An e-mail address.')
const licenseId = Text(TEXT_LIMITS.key, 'The `id` of the license.')
const language = Type.Optional(Type.Enum(MAIL_LANGUAGES, { description: 'The language of the mail.' }))

const params = Type.Object({ project_id: PathText('The ID of the project.') })
const common = { subject: 'The customer’s page', params, refusal: MyRefused } as const
const api = '/my/{project_id}/api'
const open = { ...common, method: 'POST', credentials: { kind: 'none' } } as const
const signedIn = { ...common, method: 'POST', credentials: { kind: 'customer' } } as const
const proven = { ...common, method: 'POST', credentials: { kind: 'customer', proof: true } } as const

const PAGE_OFF = { status: 404, when: 'the project has no such page, or it is off (`NO_SUCH_PAGE`)' } as const
const LINK_OVER = {
  status: 409,
  when: 'the link was used, has ended, or was replaced by newer ones (`LINK_OVER`)',
} as const
const NO_SUCH_LICENSE = { status: 404, when: 'the customer has no such license (`NO_SUCH_LICENSE`)' } as const
const NOT_ALLOWED = { status: 403, when: 'the project does not allow it (`NOT_ALLOWED`)' } as const
const OF_LICENSE = [PAGE_OFF, NOT_ALLOWED, NO_SUCH_LICENSE] as const

/** The endpoints of the customer's page. */
export const MY_PAGE_ENDPOINTS = {
  requestSignIn: {
    ...open,
    title: 'Request Sign-in',
    path: `${api}/sign-in`,
    description:
      'Mails a link and a code to the address, if it has licenses. The answer, its time and its cookie are the same for every address.',
    body: Input({ email, language }),
    success: Done,
    refusals: [PAGE_OFF, TOO_MANY_REQUESTS],
  },
  signInByMailLink: {
    ...open,
    title: 'Sign In by a Link of a Mail',
    path: `${api}/sign-in/link`,
    description: 'Spends the token of a link and begins a session, in any browser.',
    body: Input({ token }),
    success: Done,
    refusals: [PAGE_OFF, LINK_OVER, TOO_MANY_REQUESTS],
  },
  signInByMailCode: {
    ...open,
    title: 'Sign In by a Code of a Mail',
    path: `${api}/sign-in/code`,
    description: 'Spends a code and begins a session, only in the browser that requested the mail.',
    body: Input({ code: Text(20, 'Eight characters; spaces, hyphens and case do not matter.') }),
    success: Done,
    refusals: [
      PAGE_OFF,
      { status: 409, when: 'the code is wrong or has ended (`CODE_WRONG`)' },
      { status: 409, when: 'another browser requested the code (`OTHER_BROWSER`)' },
      TOO_MANY_REQUESTS,
    ],
  },
  signOutCustomer: {
    ...signedIn,
    title: 'Sign Out',
    path: `${api}/sign-out`,
    description: 'Ends the session.',
    success: Done,
    refusals: [PAGE_OFF],
  },
  getMine: {
    ...signedIn,
    method: 'GET',
    title: 'Get Mine',
    path: `${api}/mine`,
    description: 'Returns the licenses of the customer in this project, and all that belongs to them.',
    success: Mine,
    refusals: [PAGE_OFF],
  },
  mailMyKeys: {
    ...signedIn,
    title: 'Mail My Keys',
    path: `${api}/mail-keys`,
    description: 'Mails the working keys of the customer in this project to the own address.',
    success: Done,
    refusals: [PAGE_OFF, TOO_MANY_REQUESTS],
  },
  freeComputer: {
    ...proven,
    title: 'Free a Computer',
    path: `${api}/free-computer`,
    description: 'Releases a computer, by the rules of moves of the project.',
    body: Input({ license_id: licenseId, computer_id: Text(TEXT_LIMITS.key, 'The `id` of the computer.') }),
    success: Done,
    refusals: [
      ...OF_LICENSE,
      { status: 404, when: 'the license has no such computer (`NO_SUCH_COMPUTER`)' },
      { status: 409, when: 'no move is possible at the moment (`NO_MOVE`)' },
      { status: 409, when: 'the license is banned or stopped (`NOT_WORKING`)' },
    ],
  },
  replaceMyKey: {
    ...proven,
    title: 'Replace My Key',
    path: `${api}/replace-key`,
    description: 'Gives the license another key. The old one is refused from now on.',
    body: Input({ license_id: licenseId }),
    success: Done,
    refusals: [
      ...OF_LICENSE,
      { status: 409, when: 'the license is banned or stopped (`NOT_WORKING`)' },
      { status: 409, when: 'a license file of the key has not ended (`HELD_BY_FILE`)' },
      { status: 409, when: 'the key was replaced twice in the last 365 days (`NO_REPLACEMENT`)' },
    ],
  },
  handOver: {
    ...proven,
    title: 'Hand a License Over',
    path: `${api}/hand-over`,
    description: 'Mails an offer to another address, which can be accepted within seven days.',
    body: Input({ license_id: licenseId, email, language }),
    success: Done,
    refusals: [
      ...OF_LICENSE,
      { status: 409, when: 'the license is banned or stopped (`NOT_WORKING`)' },
      { status: 409, when: 'it is the own address (`OWN_ADDRESS`)' },
      TOO_MANY_REQUESTS,
    ],
  },
  takeBackOffer: {
    ...signedIn,
    title: 'Take an Offer Back',
    path: `${api}/hand-over/take-back`,
    description: 'Ends the offer of a license to another address.',
    body: Input({ license_id: licenseId }),
    success: Done,
    refusals: OF_LICENSE,
  },
  acceptLicense: {
    ...open,
    title: 'Accept a License',
    path: `${api}/hand-over/accept`,
    description:
      'Spends the token of an offer: the license belongs to its address from now on, and a session begins.',
    body: Input({ token }),
    success: Done,
    refusals: [PAGE_OFF, LINK_OVER, TOO_MANY_REQUESTS],
  },
  changeMyAddress: {
    ...proven,
    title: 'Change My Address',
    path: `${api}/address`,
    description: 'Mails a link to the new address. The address changes when it is spent.',
    body: Input({ email, language }),
    success: Done,
    refusals: [
      PAGE_OFF,
      NOT_ALLOWED,
      { status: 409, when: 'it is the own address (`OWN_ADDRESS`)' },
      TOO_MANY_REQUESTS,
    ],
  },
  confirmMyAddress: {
    ...open,
    title: 'Confirm My Address',
    path: `${api}/address/confirm`,
    description: 'Spends the token that was mailed to the new address, and begins a session.',
    body: Input({ token }),
    success: Done,
    refusals: [
      PAGE_OFF,
      LINK_OVER,
      { status: 409, when: 'the address has licenses of its own by now (`ADDRESS_TAKEN`)' },
      TOO_MANY_REQUESTS,
    ],
  },
  makeMyLicenseFile: {
    ...proven,
    title: 'Make My License File',
    path: `${api}/license-file`,
    description: 'Makes a license file for a computer without a network, from the request of its app.',
    body: Input({ license_id: licenseId, request: Text(20_000, 'The text of the file of the request.') }),
    success: Type.Object({ ...DoneFields, file: AnyText('The license file.'), name: Type.String() }),
    refusals: [
      ...OF_LICENSE,
      { status: 400, when: 'the file is not a request of this app and key (`WRONG_REQUEST`)' },
      { status: 409, when: 'the key check refuses the computer (`NOT_WORKING`)' },
    ],
  },
  askForErasure: {
    ...signedIn,
    title: 'Ask for Erasure',
    path: `${api}/erasure`,
    description: 'Asks the vendor to erase name and address. An owner confirms it.',
    success: Done,
    refusals: [PAGE_OFF],
  },
  allowRequest: {
    ...proven,
    title: 'Allow a Computer',
    path: `${api}/requests/allow`,
    description: 'Frees a computer for the one that asks, whose gate shows two words.',
    body: Input({
      request_id: Text(TEXT_LIMITS.key, 'The `id` of the request.'),
      words: Text(100, 'The two words that the gate shows.'),
      computer_id: Text(TEXT_LIMITS.key, 'The `id` of the computer to free.'),
    }),
    success: Done,
    refusals: [
      PAGE_OFF,
      { status: 404, when: 'the customer has no such request, or it has ended (`NO_SUCH_REQUEST`)' },
      { status: 404, when: 'the license has no such computer (`NO_SUCH_COMPUTER`)' },
      { status: 409, when: 'the computer has a license file (`HELD_BY_FILE`)' },
      {
        status: 409,
        when: 'the words are wrong (`WORDS_WRONG`); the third time ends the request (`REQUEST_OVER`)',
      },
      { status: 409, when: 'the license is banned or stopped (`NOT_WORKING`)' },
    ],
  },
  denyRequest: {
    ...signedIn,
    title: 'Deny a Computer',
    path: `${api}/requests/deny`,
    description: 'Ends a request. The computer that asked is told so, and cannot ask again for a day.',
    body: Input({ request_id: Text(TEXT_LIMITS.key, 'The `id` of the request.') }),
    success: Done,
    refusals: [PAGE_OFF, { status: 404, when: 'the customer has no such request (`NO_SUCH_REQUEST`)' }],
  },
} as const satisfies Record<string, EndpointData>
