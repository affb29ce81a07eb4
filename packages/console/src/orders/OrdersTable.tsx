import type { OrderRecord, OrderStateName } from '@latchkey/management'
import { Link } from '@tanstack/react-router'
import { Moment } from '../components/Moment.tsx'
import { StateBadge, type Tone } from '../components/StateBadge.tsx'
import { Table } from '../components/Table.tsx'
import { useTexts, useWords } from '../messages/messages.ts'
import styles from './Orders.module.css'
import { ORDERS } from './texts.ts'

const TONES: Readonly<Record<OrderStateName, Tone>> = {
  waiting: 'caution',
  paid: 'good',
  'past-due': 'caution',
  ended: 'neutral',
  refunded: 'problem',
  'charged-back': 'problem',
}

/** How an order stands: what is missing counts first. */
export const toneOf = ({ state, missing }: Pick<OrderRecord, 'state' | 'missing'>): Tone =>
  missing.length > 0 ? 'caution' : (TONES[state as OrderStateName] ?? 'neutral')

type Shown = Pick<OrderRecord, 'id' | 'shop' | 'shop_ids' | 'state'>

/** By what people recognize an order. */
const nameOf = ({ id, shop_ids: ids }: Pick<Shown, 'id' | 'shop_ids'>): string =>
  (ids.find(({ kind }) => kind === 'order') ?? ids.find(({ kind }) => kind === 'subscription') ?? ids[0])
    ?.id ?? id

/** The state of an order, and whether it is a test. */
export function OrderState({ of: { state, shop } }: { readonly of: Shown }) {
  const t = useTexts(ORDERS)
  return (
    <span className={styles['badges']}>
      <StateBadge tone={TONES[state as OrderStateName] ?? 'neutral'}>{t.states[state] ?? state}</StateBadge>
      {shop.is_test && <StateBadge tone="neutral">{t.test}</StateBadge>}
    </span>
  )
}

export function OrderLink({ projectId, of: order }: { readonly projectId: string; readonly of: Shown }) {
  return (
    <Link to="/projects/$projectId/orders/$orderId" params={{ projectId, orderId: order.id }}>
      {nameOf(order)}
    </Link>
  )
}

interface OrdersTableProps {
  readonly projectId: string
  readonly orders: readonly OrderRecord[]
}

export function OrdersTable({ projectId, orders }: OrdersTableProps) {
  const { t, f } = useWords(ORDERS)
  return (
    <Table heads={Object.values(t.heads)}>
      {orders.map((order) => (
        <tr key={order.id} className={styles['row']}>
          <th scope="row">
            <OrderLink projectId={projectId} of={order} />
          </th>
          <td>
            <OrderState of={order} />
            {order.missing.length > 0 && (
              <p className="soft">
                {t.says.waits(f.list(order.missing.map((one) => t.missing[one] ?? one)))}
              </p>
            )}
          </td>
          <td>
            {order.email || (order.missing.includes('address') && <i className="soft">{t.noAddress}</i>)}
          </td>
          <td>{order.shop.name}</td>
          <td className={styles['when']}>{order.purchased_at > 0 && <Moment at={order.purchased_at} />}</td>
        </tr>
      ))}
    </Table>
  )
}
