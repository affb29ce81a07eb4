import { AS_PROJECT } from '@latchkey/management'
import { NEVER } from '@latchkey/protocol'
import type { Fact } from '@latchkey/shops'
import { type Follower, followOrder, type OrderFields } from '../follow-order.ts'
import { DEFAULT_POLICIES, type LineTerms, type Policies } from '../line-terms.ts'
import { type OrderState, orderState } from '../order-state.ts'

export const at = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000

type Terms = Partial<Omit<LineTerms, 'policies'>> & { readonly policies?: Partial<Policies> }

export const product = ({ policies, ...terms }: Terms): LineTerms => ({
  days: NEVER,
  updatesDays: NEVER,
  stopWords: '',
  features: [],
  perpetual: false,
  maxDevices: AS_PROJECT,
  note: '',
  ...terms,
  policies: { ...DEFAULT_POLICIES, ...policies },
})

/** The products of the lives. */
export const PRODUCTS: Readonly<Record<string, LineTerms>> = {
  A: product({ days: 365, features: ['export'], maxDevices: 1 }),
  S: product({ features: ['sync'] }),
  'S Pro': product({ features: ['sync', 'team'] }),
  P: product({ perpetual: true, updatesDays: 365 }),
}

type Of<Kind extends Fact['kind']> = Partial<Extract<Fact, { readonly kind: Kind }>>
const base = { shop: 'shop', eventType: 'test', isTest: false }
let events = 0
const nextId = (): string => {
  events += 1
  return `event-${events}`
}

/** A fact of an order with one line. Each has an event of its own. */
export const fact = (kind: Fact['kind'], fields: object): Fact =>
  ({ ...base, eventId: nextId(), orderId: 'order', kind, ...fields }) as Fact

export const known = fact('customer-known', { shopCustomerId: 'customer' })

/** A purchase of 100. */
export const bought = (name: string, date: string, fields: Of<'paid'> = {}): Fact =>
  fact('paid', {
    at: at(date),
    line: '1',
    productIds: [name],
    quantity: 1,
    paymentId: `payment ${date}`,
    reason: 'purchase',
    amount: 100,
    ...fields,
  })

/** A payment for a subscription, from one date to another. */
export const paid = (from: string, to: string, fields: Of<'paid'> = {}): Fact =>
  bought('S', from, { subscriptionId: 'subscription', periodEnd: at(to), ...fields })

export const renewed = (from: string, to: string, fields: Of<'paid'> = {}): Fact =>
  paid(from, to, { reason: 'renewal', orderId: undefined, ...fields })

export const refunded = (date: string, amount: number, fields: Of<'refunded'> = {}): Fact =>
  fact('refunded', { paymentId: `payment ${date}`, refundId: `refund ${date}`, amount, ...fields })

export const dispute = (kind: 'opened' | 'won' | 'lost' | 'withdrawn', date: string, of: string): Fact =>
  fact(`dispute-${kind}`, { at: at(date), paymentId: `payment ${of}`, disputeId: 'dispute' })

export const subscription = (kind: Fact['kind'], date: string, fields: object = {}): Fact =>
  fact(kind, { at: at(date), subscriptionId: 'subscription', orderId: undefined, ...fields })

/** A license as the service would store it. */
export interface WorldLicense {
  fields: Partial<OrderFields>
  follower: Follower
  isBanned: boolean
  note: string
  mails: number
}

/** An order and its licenses, as the service would store them. */
export interface OrderWorld {
  readonly products: Record<string, LineTerms | 'not-ours'>
  readonly licenses: WorldLicense[]
  /** How often a license was made or changed. */
  readonly steps: number
  state(): OrderState | undefined
  deliver(...facts: readonly Fact[]): void
}

export function createOrderWorld(
  products: Record<string, LineTerms | 'not-ours'> = { ...PRODUCTS },
  isTestShop = false,
): OrderWorld {
  const facts = new Map<string, Fact>()
  const copies = new Map<string, LineTerms>()
  const licenses: WorldLicense[] = []
  let steps = 0
  const termsOfId = (line: string, id: string) => copies.get(`${line} ${id}`) ?? products[id]
  const termsOf = (line: string, ids: readonly string[]) => {
    const all = ids.map((id) => termsOfId(line, id))
    return all.find((terms) => terms !== undefined && terms !== 'not-ours') ?? all.find(Boolean)
  }
  const state = () => {
    const isLinked = licenses.some(({ follower }) => follower.isLinked)
    return orderState([...facts.values()], { isTestShop, isLinked, termsOf })
  }
  const follow = (): void => {
    const order = state()
    if (order === undefined) return
    const followers = licenses.map(({ follower, isBanned }) => ({ ...follower, isBanned }))
    for (const { kind, fields, note = '', sendsKey, follower } of followOrder(order, followers)) {
      steps += 1
      const { line, unit } = follower
      const known = licenses.find((one) => one.follower.line === line && one.follower.unit === unit)
      if ((kind === 'make') === (known !== undefined)) throw new Error('The step is for another license.')
      const license = known ?? { fields: {}, follower, isBanned: false, note, mails: 0 }
      if (known === undefined) licenses.push(license)
      license.fields = { ...license.fields, ...fields }
      license.follower = follower
      if (sendsKey) license.mails += 1
    }
    for (const { line, productIds, terms, isComplete } of order.lines) {
      if (isComplete && terms !== undefined) {
        copies.set(`${line} ${productIds.find((id) => termsOfId(line, id) === terms)}`, terms)
      }
    }
  }
  return {
    products,
    licenses,
    get steps() {
      return steps
    },
    state,
    deliver(...delivered) {
      for (const each of delivered.length === 0 ? [undefined] : delivered) {
        if (each !== undefined) facts.set(each.eventId, each)
        follow()
      }
    },
  }
}

/** All orders of some things. */
export function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]]
  return things.flatMap((first, index) =>
    ordersOf(things.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  )
}
