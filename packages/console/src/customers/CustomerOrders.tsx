import type { CustomerFound } from '@latchkey/management'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import { Section } from '../components/Page.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { OrdersTable } from '../orders/OrdersTable.tsx'

/** The orders of a customer in the projects of the keys. */
export function CustomerOrders({ found: { customer, keys } }: { readonly found: CustomerFound }) {
  const projects = [...new Set(keys.map(({ project_id }) => project_id))]
  return projects.map((projectId) => (
    <OrdersOfProject
      key={projectId}
      projectId={projectId}
      projectName={
        projects.length === 1 ? '' : (keys.find((one) => one.project_id === projectId)?.project_name ?? '')
      }
      email={customer.email}
    />
  ))
}

interface OrdersOfProjectProps {
  readonly projectId: string
  /** Empty: there is only one. */
  readonly projectName: string
  readonly email: string
}

function OrdersOfProject({ projectId, projectName, email }: OrdersOfProjectProps) {
  const shell = useTexts(SHELL)
  const params = { project_id: projectId }
  const { data } = useQuery(queryOf('listOrders', { params, query: { search: email } }))
  return (
    data !== undefined &&
    data.orders.length > 0 && (
      <Section title={[shell.orders, projectName].filter(Boolean).join(': ')}>
        <OrdersTable projectId={projectId} orders={data.orders} />
      </Section>
    )
  )
}
