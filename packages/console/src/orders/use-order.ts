import type { OrderFound } from '@latchkey/management'
import type { Outcome } from '../api/outcome.ts'
import { queryOf, readAgain } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { type Parameters, send } from '../api/send.ts'
import { showToast } from '../components/Toasts.tsx'
import { inWords } from '../messages/in-words.ts'
import { useTexts } from '../messages/messages.ts'
import { ORDERS } from './texts.ts'

/** An order with its facts and licenses. */
export type Order = OrderFound['order']

export type LicenseChange = Parameters<'changeOrderLicense'>['body']

export interface OrderPlace {
  readonly projectId: string
  readonly orderId: string
}

export const orderOf = ({ projectId, orderId }: OrderPlace) =>
  queryOf('getOrder', { params: { project_id: projectId }, query: { order: orderId } })

/** What is done with the keys of an order. The page then shows the order of the answer. */
export function useOrderChanges(place: OrderPlace) {
  const t = useTexts(ORDERS)
  const params = { project_id: place.projectId, order_id: place.orderId }

  async function done(sent: Promise<Outcome<OrderFound>>, text: string): Promise<Outcome<OrderFound>> {
    const outcome = await sent
    if (outcome.kind === 'done') {
      queryClient.setQueryData(orderOf(place).queryKey, outcome.answer)
      showToast({ text })
      void readAgain('listOrders', 'listKeys', 'getKey')
    }
    return inWords(outcome, t.refusals)
  }
  return {
    change: (key_id: string, body: LicenseChange, text: string) =>
      done(send('changeOrderLicense', { params: { ...params, key_id }, body }), text),
    link: (user_key: string) =>
      done(send('linkLicense', { params, body: { user_key: user_key.trim() } }), t.link.done),
  }
}
