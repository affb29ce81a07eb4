import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import { useTexts } from '../messages/messages.ts'
import { OrderLink, OrderState } from '../orders/OrdersTable.tsx'
import { ORDERS } from '../orders/texts.ts'
import { Fact } from './Fact.tsx'
import { useKeyParts } from './key-context.ts'

/** The order that the key follows. Renders nothing for a key that was not sold by a shop. */
export function OrderFact() {
  const { projectId, keyId } = useKeyParts().place
  const { one } = useTexts(ORDERS)
  const query = { of_key: keyId, limit: 1 }
  const { data } = useQuery(queryOf('listOrders', { params: { project_id: projectId }, query }))
  const order = data?.orders[0]
  return (
    order !== undefined && (
      <Fact name={one}>
        <OrderLink projectId={projectId} of={order} /> <OrderState of={order} />
      </Fact>
    )
  )
}
