import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { failureOf } from '../api/outcome.ts'
import { BackLink } from '../components/BackLink.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { Facts } from '../components/Facts.tsx'
import { Page, Section, WaitingPage } from '../components/Page.tsx'
import key from '../key/KeyPage.module.css'
import styles from '../key/Verdict.module.css'
import type { Formats } from '../messages/formats.ts'
import { useTexts, useWords } from '../messages/messages.ts'
import { productsOf } from '../products/use-products.ts'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderHelp } from './OrderHelp.tsx'
import { OrderLicenses } from './OrderLicenses.tsx'
import { OrderState, toneOf } from './OrdersTable.tsx'
import { ORDERS } from './texts.ts'
import { type Order, type OrderPlace, orderOf } from './use-order.ts'

/** The number of characters above which a sentence is long. */
const LONG_SENTENCE = 60
const READ_EVERY_MS = 15_000

/** One order: how it stands, what it waits for, what the shop reported, and its keys. */
export function OrderPage() {
  const { projectId = '', orderId = '' } = useParams({ strict: false })
  const place: OrderPlace = { projectId, orderId }
  const t = useTexts(ORDERS)
  const { data, error } = useQuery({ ...orderOf(place), refetchInterval: READ_EVERY_MS })
  const failure = failureOf(error)
  const back = (
    <BackLink to="orders" projectId={projectId}>
      {t.back}
    </BackLink>
  )
  if (failure?.kind === 'refused' && failure.status === 404) {
    return (
      <Page title={t.one} lead={back}>
        <EmptyState title={t.gone.title}>{t.gone.text}</EmptyState>
      </Page>
    )
  }
  if (data === undefined) return <WaitingPage title={t.one} lead={back} error={error} />
  const { order } = data
  return (
    <Page key={orderId} title={t.one} lead={back} width="columns">
      <Verdict place={place} order={order} />
      <div className={key['columns']}>
        <OrderLicenses place={place} order={order} />
        <div className={key['side']}>
          <Details place={place} order={order} />
          <Payments order={order} />
        </div>
        <OrderFacts order={order} />
      </div>
    </Page>
  )
}

interface OrderParts {
  readonly place: OrderPlace
  readonly order: Order
}

function Verdict({ place, order }: OrderParts) {
  const { t, f } = useWords(ORDERS)
  const { state, missing } = order
  const waits = t.says.waits(f.list(missing.map((one) => t.missing[one] ?? one)))
  const sentence = state === 'waiting' ? waits : sentenceOf(order, t, f)
  return (
    <section className={styles['verdict']} aria-label={t.states[state]} data-tone={toneOf(order)}>
      <OrderState of={order} />
      <p className={styles['sentence']} data-long={sentence.length > LONG_SENTENCE}>
        {sentence}
      </p>
      {missing.length > 0 && state !== 'waiting' && <p className={styles['trouble']}>{waits}</p>}
      <OrderHelp place={place} order={order} />
    </section>
  )
}

/** How the order stands, in a sentence. */
function sentenceOf({ state, facts, purchased_at: at }: Order, t: typeof ORDERS.en, f: Formats): string {
  if (state !== 'paid') return (t.says as unknown as Readonly<Record<string, string>>)[state] ?? state
  const paidUntil = Math.max(0, ...facts.map(({ period_end: end = 0 }) => end))
  const last = facts.findLast(({ kind }) => kind === 'cancelled' || kind === 'resumed')
  if (paidUntil === 0) return at === 0 ? `${t.states['paid']}.` : t.says.paid(f.date(at))
  return last?.kind === 'cancelled'
    ? t.says.cancelled(f.date(last.runs_until ?? paidUntil))
    : t.says.runs(f.date(paidUntil))
}

function Details({ place: { projectId }, order }: OrderParts) {
  const { t, f } = useWords(ORDERS)
  const { data } = useQuery(productsOf(projectId))
  const { shop, shop_ids: ids, email, other_email: other, products, licenses } = order
  const customerId = licenses.find(({ key }) => key?.customer_email === email)?.key?.customer_id
  return (
    <Section title={t.details.title}>
      <Facts
        facts={[
          [
            t.heads.customer,
            <div key="customer">
              {email === '' && (
                <i className="soft">
                  {order.is_erased ? t.erased : order.keys.length > 0 ? t.noAddress : t.addressLater}
                </i>
              )}
              {customerId === undefined ? (
                email
              ) : (
                <Link to="/customers/$customerId" params={{ customerId }}>
                  {email}
                </Link>
              )}
              {other !== '' && <p className="soft">{t.details.other(other)}</p>}
            </div>,
          ],
          ...(order.purchased_at === 0 ? [] : [[t.heads.bought, f.longMoment(order.purchased_at)] as const]),
          [
            t.heads.shop,
            <Link
              key="shop"
              to="/projects/$projectId/orders/shops/$shopId"
              params={{ projectId, shopId: shop.id }}
            >
              {[...new Set([shop.name, t.kinds[shop.kind] ?? shop.kind])].join(', ')}
            </Link>,
          ],
          ...products.map(
            (productId) =>
              [
                t.details.product,
                <Link
                  key={productId}
                  to="/projects/$projectId/orders/products/$productId"
                  params={{ projectId, productId }}
                >
                  {data?.products.find(({ id }) => id === productId)?.name || productId}
                </Link>,
              ] as const,
          ),
          ...Object.entries(t.details.ids).flatMap(([kind, name]) => {
            const ofKind = ids.filter((one) => one.kind === kind)
            return ofKind.length === 0 ? [] : [[name, ofKind.map(({ id }) => <p key={id}>{id}</p>)] as const]
          }),
        ]}
      />
    </Section>
  )
}

function Payments({ order: { payments } }: Pick<OrderParts, 'order'>) {
  const { t, f } = useWords(ORDERS)
  return (
    <Section title={t.payments.title}>
      {payments.length === 0 && <p className="soft">{t.payments.none}</p>}
      <ul className="stack-tight">
        {payments.map(({ amount, currency = '', refunded, is_refunded }, index) => (
          // Payments have no ID here.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            {amount === undefined ? '?' : f.money(amount, currency)}
            {refunded > 0 && (
              <span className="soft">
                {' · '}
                {is_refunded ? t.payments.all : `${f.money(refunded, currency)} ${t.payments.part}`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
