/**
 * What a column of the file can be imported as. `email` and `name` are those of the customer, `order`
 * is the number of a purchase, `days` how long a key works from its first use, `devices` how many devices it can
 * have, and `device` the ID of one. `shop` is the ID or kind of a connected shop; `order-id` and
 * `subscription` are the IDs there, by which renewals find the key. `order` and `vendor-note` become the vendor note, and so does an
 * `email` that is no address, with its name.
 */
export const IMPORT_FIELDS = [
  'key',
  'email',
  'name',
  'order',
  'vendor-note',
  'note',
  'end',
  'days',
  'devices',
  'device',
  'shop',
  'order-id',
  'subscription',
] as const
/** One of `IMPORT_FIELDS`. */
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** The title of a column in small letters, and without other signs. */
export const plainTitle = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

/**
 * Titles that other systems give such columns, the best first. Sources, read in November 2026:
 * - Gumroad, sales: `PURCHASE_FIELDS` in app/services/exports/purchase_export_service.rb of
 *   github.com/antiwork/gumroad.
 * - Lemon Squeezy, license keys: the fields of the API (docs.lemonsqueezy.com/api/license-keys).
 *   The titles of the dashboard's own file could not be verified.
 * - Paddle Classic, Sent Licenses and Transactions: paddle.com/help/manage/reporting.
 * - FastSpring, revenue and subscriptions: developer.fastspring.com/reference/generaterevenuereport
 *   and generatesubscriptionreport. They have no column for keys: vendors add it.
 * - Stripe, payments: files that public repositories have as examples. A key is metadata there.
 * - Polar: the fields of the API (polar.sh/docs/features/benefits/license-keys), and
 *   `ORDER_EXPORT_HEADERS` in server/polar/order/export.py of github.com/polarsource/polar.
 */
export const TITLES: Readonly<Record<ImportField, readonly string[]>> = {
  key: [
    'userkey',
    'licensekey',
    'licencekey',
    'licensecode',
    'licencecode',
    'licensekeymetadata',
    'licensemetadata',
    'keymetadata',
    'key',
    'license',
    'licence',
    'productkey',
    'activationkey',
    'activationcode',
    'registrationcode',
    'serialkey',
    'serialnumber',
    'serial',
    'code',
    'lizenzschlüssel',
    'schlüssel',
    'lizenz',
    'seriennummer',
  ],
  // `email` is not the first one: a custom field of a shop may have this title as well.
  email: [
    'purchaseemail',
    'customeremail',
    'customeremailaddress',
    'buyeremail',
    'useremail',
    'email',
    'emailaddress',
    'licenseeemail',
    'owneremail',
    'contactemail',
    'billingemail',
    'payeremail',
    'emailmetadata',
    'mail',
    'emailadresse',
    'kundenemail',
  ],
  name: [
    'customername',
    'buyername',
    'username',
    'fullname',
    'licensee',
    'registeredto',
    'billingname',
    'customer',
    'customerdescription',
    'name',
    'kunde',
    'kundenname',
    'namemetadata',
  ],
  order: [
    'ordernumber',
    'orderid',
    'orderreference',
    'order',
    'purchaseid',
    'saleid',
    'transactionid',
    'invoicenumber',
    'invoiceid',
    'paymentintentid',
    'bestellnummer',
    'rechnungsnummer',
  ],
  // The first title is that of the file that the console downloads.
  'vendor-note': ['vendornote', 'internalnote', 'privatenote', 'internenotiz'],
  note: ['note', 'notes', 'comment', 'comments', 'notiz', 'bemerkung'],
  end: [
    'authexpire',
    'expiresat',
    'expiresdate',
    'expires',
    'expirydate',
    'expiry',
    'expirationdate',
    'expiration',
    'validuntil',
    'validto',
    'subscriptionenddate',
    'subscriptionperiodend',
    'currentperiodend',
    'endsat',
    'enddate',
    'ends',
    'end',
    'until',
    'gültigbis',
    'ablaufdatum',
    'läuftab',
    'ablauf',
    'ende',
  ],
  days: ['keydays', 'validitydays', 'validdays', 'durationdays', 'gültigkeitintagen'],
  devices: [
    'activationlimit',
    'limitactivations',
    'activationslimit',
    'licenseactivationlimit',
    'maxactivations',
    'maximumactivations',
    'activationsallowed',
    'maxdevices',
    'devicelimit',
    'maxmachines',
    'machinelimit',
    'seats',
    'aktivierungslimit',
    'maximalegeräte',
  ],
  device: [
    'identifier',
    'hwid',
    'hardwareid',
    'deviceid',
    'device',
    'machineid',
    'machinecode',
    'fingerprint',
    'geräteid',
    'gerät',
  ],
  // A shop is chosen, never guessed: a column with this title has other names.
  shop: [],
  'order-id': [],
  subscription: ['subscriptionid', 'subscriptionreference'],
}
