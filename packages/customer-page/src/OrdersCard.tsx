import type { MyOrder } from '@latchkey/management'
import { useSession } from './session.ts'
import { useWords } from './words.ts'

const SHOPS: Readonly<Record<string, string>> = {
  stripe: 'Stripe',
  paddle: 'Paddle',
  'lemon-squeezy': 'Lemon Squeezy',
  polar: 'Polar',
  gumroad: 'Gumroad',
  fastspring: 'FastSpring',
}

/** The orders, each with the page of its shop: invoices and cancellation are there. */
export function OrdersCard() {
  const { t } = useWords()
  const { orders } = useSession().mine
  return (
    <section className="card" aria-label={t.orders.title}>
      <h2>{t.orders.title}</h2>
      <ul className="rows">
        {orders.map((order) => (
          <Order key={`${order.shop} ${order.order}`} order={order} />
        ))}
      </ul>
    </section>
  )
}

function Order({
  order: { order, shop, bought_at, products, state, shop_page },
}: {
  readonly order: MyOrder
}) {
  const { t, f } = useWords()
  const states: Readonly<Record<string, string>> = t.orders.states
  const facts = [bought_at > 0 ? f.shortDate(bought_at) : '', states[state] ?? state].filter(
    (fact) => fact !== '',
  )
  return (
    <li>
      <span>
        {products.length > 0 ? products.join(', ') : t.orders.order(order)}
        <span className="soft">{[t.orders.order(order), ...facts].join(' · ')}</span>
      </span>
      {/* SECURITY: no address that a browser would run, whatever a shop has delivered. */}
      {shop_page.startsWith('https://') && (
        <a href={shop_page} target="_blank" rel="noreferrer">
          {t.orders.page(SHOPS[shop] ?? '')}
        </a>
      )}
    </li>
  )
}
