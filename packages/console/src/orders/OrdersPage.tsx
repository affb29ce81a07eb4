import { Button } from '@latchkey/react/design'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { failureOf } from '../api/outcome.ts'
import { read } from '../api/query.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { SelectField } from '../components/Field.tsx'
import { MoreButton } from '../components/MoreButton.tsx'
import { Page, Section } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './Orders.module.css'
import { OrdersTable } from './OrdersTable.tsx'
import { type OrdersSearch, STATES } from './orders-search.ts'
import { ORDERS } from './texts.ts'

const ROUTE = '/signed-in/projects/$projectId/orders'
const PAGE_SIZE = 50
const READ_EVERY_MS = 15_000

/** The orders of a project: by their state, by an ID at the shop, or by an address. */
export function OrdersPage() {
  const { projectId } = useParams({ from: ROUTE })
  const search = useSearch({ from: ROUTE })
  const { state, q = '' } = search
  const t = useTexts(ORDERS)
  const shell = useTexts(SHELL)
  const navigate = useNavigate()
  const list = useInfiniteQuery({
    queryKey: ['listOrders', projectId, search],
    queryFn: ({ pageParam: cursor, signal }) => {
      const found = { ...(state && { state }), ...(q !== '' && { search: q }) }
      const query = { limit: PAGE_SIZE, ...found, ...(cursor !== '' && { cursor }) }
      return read('listOrders', { params: { project_id: projectId }, query }, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => (next_cursor === '' ? undefined : next_cursor),
    placeholderData: keepPreviousData,
    // Otherwise all pages that were opened would be read again.
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.pages.length > 1 ? false : READ_EVERY_MS,
  })
  const orders = list.data?.pages.flatMap((page) => page.orders)
  const isFiltered = state !== undefined || q !== ''
  const isEmpty = orders?.length === 0
  const show = (next: OrdersSearch, replace = false): void =>
    void navigate({ to: '/projects/$projectId/orders', params: { projectId }, search: next, replace })

  return (
    <Page
      title={shell.orders}
      width="columns"
      lead={t.lead}
      actions={
        <span className={styles['bar']}>
          <Link to="/projects/$projectId/orders/products" params={{ projectId }}>
            {t.products}
          </Link>
          <Link to="/projects/$projectId/orders/shops" params={{ projectId }}>
            {t.shops}
          </Link>
        </span>
      }
    >
      {(!isEmpty || isFiltered) && (
        <div className={styles['bar']}>
          <SelectField
            label={t.heads.state}
            value={state ?? ''}
            options={[['', t.all], ...STATES.map((one) => [one, t.states[one] ?? one] as const)]}
            onChange={({ target: { value } }) =>
              show({ ...(q !== '' && { q }), ...(value !== '' && ({ state: value } as OrdersSearch)) })
            }
          />
          <SearchField
            {...t.search}
            text={q}
            onSearch={(text, { replace }) =>
              show({ ...(state && { state }), ...(text !== '' && { q: text }) }, replace)
            }
          />
        </div>
      )}
      {orders === undefined && list.error === null && <Skeleton lines={8} />}
      {isEmpty && !isFiltered && (
        <EmptyState
          title={t.empty.title}
          action={
            <Button
              look="primary"
              onClick={() =>
                void navigate({ to: '/projects/$projectId/orders/shops', params: { projectId } })
              }
            >
              {t.empty.action}
            </Button>
          }
        >
          {t.empty.text}
        </EmptyState>
      )}
      {isEmpty && isFiltered && (
        <EmptyState
          title={t.empty.noMatch}
          action={<Button onClick={() => show({})}>{t.empty.showAll}</Button>}
        >
          {t.empty.noMatchText}
        </EmptyState>
      )}
      {orders !== undefined && !isEmpty && (
        <Section title={t.title} focusAfter={list.hasNextPage}>
          <OrdersTable projectId={projectId} orders={orders} />
          <MoreButton list={list}>{t.more}</MoreButton>
        </Section>
      )}
      <Problem of={failureOf(list.error)} />
    </Page>
  )
}
