/** A key of the form that the shop gives, with the address of its customer. */
export interface ExportedKey {
  readonly key: string
  readonly email: string
  /** Whether an app with this key opens after the import. */
  readonly works: boolean
}

export interface ShopExport {
  readonly shop: string
  readonly text: string
  readonly keys: readonly ExportedKey[]
}

type Row = Readonly<Record<string, string>>

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

function exportOf(
  shop: string,
  titles: readonly string[],
  fields: { readonly key: string; readonly email: string },
  rows: readonly (Row & { readonly works?: '' })[],
): ShopExport {
  for (const title of rows.flatMap(Object.keys)) {
    if (title !== 'works' && !titles.includes(title)) throw new Error(`${shop} has no column ${title}.`)
  }
  const lines = [titles, ...rows.map((row) => titles.map((title) => row[title] ?? ''))]
  return {
    shop,
    text: `${lines.map((cells) => cells.map(quoted).join(',')).join('\n')}\n`,
    keys: rows.flatMap((row) => {
      const key = row[fields.key] ?? ''
      return key === '' ? [] : [{ key, email: row[fields.email] ?? '', works: row.works !== undefined }]
    }),
  }
}

const KEY = { key: 'License Key', email: 'Purchase Email' }
const gumroad = (n: number, more: Row): Row => ({
  'Purchase ID': `purchase-${n}==`,
  'Item Name': 'Sketchbook',
  'Buyer Name': `Customer ${n}`,
  'Purchase Email': `gumroad-${n}@example.org`,
  'Buyer Email': `gumroad-${n}@example.org`,
  'Do not contact?': '0',
  'Purchase Date': '2026-03-04',
  State: 'CA',
  'Refunded?': '0',
  'Partial Refund ($)': '0.0',
  'Fully Refunded?': '0',
  'Disputed?': '0',
  'Dispute Won?': '0',
  'Access Revoked?': '0',
  'Order Number': `70${n}`,
  'License Key': `85DB562A-C11D4B06-A2335A6B-8C07916${n}`,
  'License Key Activation Count': '3',
  'License Key Enabled?': '1',
  ...more,
})

/**
 * Files as shops export them: with their titles, with keys that work and keys that must not work.
 * The sources of the titles are beside `TITLES` in packages/import-file.
 */
export const SHOP_EXPORTS: readonly ShopExport[] = [
  // The file has all of `PURCHASE_FIELDS`, and the row of totals.
  exportOf(
    'Gumroad',
    [
      ...['Purchase ID', 'Item Name', 'Buyer Name', 'Purchase Email', 'Buyer Email', 'Do not contact?'],
      ...['Purchase Date', 'Purchase Time (UTC timezone)', 'Subtotal ($)', 'Taxes ($)', 'Tax Type'],
      ...['Shipping ($)', 'Sale Price ($)', 'Fees ($)', 'Net Total ($)', 'Tip ($)'],
      ...['Tax Included in Price?', 'Street Address', 'City', 'Zip Code', 'State', 'Country', 'Referrer'],
      ...['Refunded?', 'Partial Refund ($)', 'Fully Refunded?', 'Disputed?', 'Dispute Won?'],
      ...['Access Revoked?', 'Variants', 'Discount Code', 'Recurring Charge?', 'Free trial purchase?'],
      ...['Pre-order authorization?', 'Product ID', 'Order Number'],
      ...['Pre-order authorization time (UTC timezone)', 'Custom Fields', 'Item Price ($)'],
      ...['Variants Price ($)', 'Giftee Email', 'SKU ID', 'Quantity', 'Recurrence', 'Affiliate'],
      ...['Affiliate commission ($)', 'Discover?', 'Cancellation Date', 'Subscription End Date', 'Rating'],
      ...['Review', 'License Key', 'License Key Activation Count', 'License Key Enabled?', 'Payment Type'],
      ...['PayPal Transaction ID', 'PayPal Fee Amount', 'PayPal Fee Currency', 'Stripe Transaction ID'],
      ...['Stripe Fee Amount', 'Stripe Fee Currency', 'Purchasing Power Parity Discounted?', 'Upsold?'],
      ...['Sent Abandoned Cart Email?', 'UTM Source', 'UTM Medium', 'UTM Campaign', 'UTM Term'],
      ...['UTM Content', 'Buyer Currency', 'Buyer Total', 'Buyer Refunded Total'],
    ],
    KEY,
    [
      { ...gumroad(1, { Affiliate: 'partner@example.org' }), works: '' },
      gumroad(2, { 'Refunded?': '1', 'Fully Refunded?': '1' }),
      gumroad(3, { 'Disputed?': '1' }),
      { ...gumroad(4, { 'Disputed?': '1', 'Dispute Won?': '1' }), works: '' },
      gumroad(5, { 'License Key Enabled?': '0' }),
      gumroad(6, { 'Access Revoked?': '1' }),
      // A membership has a line for each payment. The later one was refunded.
      gumroad(7, { 'Recurring Charge?': '0', Recurrence: 'monthly' }),
      gumroad(7, { 'Recurring Charge?': '1', Recurrence: 'monthly', 'Refunded?': '1' }),
      gumroad(8, { Recurrence: 'yearly', 'Subscription End Date': '2026-01-31' }),
      { 'Purchase ID': 'Totals', 'Subtotal ($)': '160.0' },
    ],
  ),
  // The columns are the fields of the license key object in the API.
  exportOf(
    'Lemon Squeezy',
    [
      ...['id', 'store_id', 'customer_id', 'order_id', 'order_item_id', 'product_id', 'user_name'],
      ...['user_email', 'key', 'key_short', 'activation_limit', 'instances_count', 'disabled', 'status'],
      ...['status_formatted', 'expires_at', 'created_at', 'updated_at'],
    ],
    { key: 'key', email: 'user_email' },
    ['active', 'inactive', 'expired', 'disabled'].map((status, n) => ({
      id: String(n),
      order_id: `41${n}`,
      user_name: `Customer ${n}`,
      user_email: `lemon-${n}@example.org`,
      key: `80e15db5-c796-436b-850c-8f9c98a48ab${n}`,
      key_short: `XXXX-8f9c98a48ab${n}`,
      activation_limit: '5',
      disabled: status === 'disabled' ? '1' : '0',
      status,
      expires_at: status === 'expired' ? '2025-05-24T14:15:07.000000Z' : '',
      created_at: '2024-05-24T14:15:07.000000Z',
      ...(n < 2 && { works: '' as const }),
    })),
  ),
  // The columns are those of Sent Licenses, which do not show refunds, and the status from
  // Transactions.
  exportOf(
    'Paddle',
    [
      ...['Order ID', 'Product ID', 'Product Name', 'Customer Email', 'License Code', 'Date Sent'],
      ...['Paddle Issued License', 'Paddle License ID', 'Order Status'],
    ],
    { key: 'License Code', email: 'Customer Email' },
    ['completed', 'disputed', 'refunded', 'partially refunded'].map((status, n) => ({
      'Order ID': `5000${n}-6000${n}`,
      'Product Name': 'Sketchbook',
      'Customer Email': `paddle-${n}@example.org`,
      'License Code': `F9A7C4E1-D3A20B5${n}-6E814C3D-90AB12F4`,
      'Date Sent': '2026-02-03',
      'Order Status': status,
      ...(n === 0 && { works: '' as const }),
    })),
  ),
  // The columns are those of a revenue report, and the keys that the vendor adds.
  exportOf(
    'FastSpring',
    [
      ...['Transaction_Date', 'Order_ID', 'Product_Name', 'Buyer_Email', 'Buyer_ID', 'Return_True_False'],
      ...['Chargeback_True_False', 'Subscription_Status', 'License Key'],
    ],
    { key: 'License Key', email: 'Buyer_Email' },
    ['', 'Return_True_False', 'Chargeback_True_False'].map((stop, n) => ({
      Transaction_Date: '2026-01-02',
      Order_ID: `FUR26082${n}`,
      Buyer_Email: `fast-${n}@example.org`,
      Return_True_False: 'False',
      Chargeback_True_False: 'False',
      'License Key': `FS${n}-KQ2M-7WXT-91BD`,
      ...(stop === '' ? { works: '' as const } : { [stop]: 'True' }),
    })),
  ),
  exportOf(
    'Stripe',
    [
      ...['id', 'Created date (UTC)', 'Amount', 'Amount Refunded', 'Currency', 'Captured', 'Fee', 'Status'],
      ...['Description', 'Customer Email', 'Invoice ID', 'license_key (metadata)'],
    ],
    { key: 'license_key (metadata)', email: 'Customer Email' },
    [
      ['Paid', '0.00'],
      ['Refunded', '40.00'],
      ['Paid', '10.00'],
      ['Failed', '0.00'],
    ].map(([status = '', refunded = ''], n) => ({
      id: `ch_3Tf4ViLQF3ru3dK41qpO${n}`,
      'Created date (UTC)': '2026-06-05 20:38:34',
      Amount: '40.00',
      'Amount Refunded': refunded,
      Status: status,
      'Customer Email': `stripe-${n}@example.org`,
      'Invoice ID': `in_${n}`,
      'license_key (metadata)': `STR-${n}-AAAA-BBBB`,
      ...(n === 0 && { works: '' as const }),
    })),
  ),
  // The columns are the fields of a license key in the API.
  exportOf(
    'Polar',
    ['id', 'key', 'status', 'customer_email', 'limit_activations', 'usage', 'expires_at'],
    { key: 'key', email: 'customer_email' },
    ['granted', 'revoked', 'disabled'].map((status, n) => ({
      id: `c2f1-${n}`,
      key: `SKETCH_4d1e8a70-11f2-4b7e-9c1d-7f60aa01b3e${n}`,
      status,
      customer_email: `polar-${n}@example.org`,
      limit_activations: '3',
      expires_at: '',
      ...(n === 0 && { works: '' as const }),
    })),
  ),
]
