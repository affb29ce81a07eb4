import { Button } from '@latchkey/react/design'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { failureOf } from '../api/outcome.ts'
import { read } from '../api/query.ts'
import { useMay, useSession } from '../api/session.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { Moment } from '../components/Moment.tsx'
import { MoreButton } from '../components/MoreButton.tsx'
import { Page, Section } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { Table } from '../components/Table.tsx'
import table from '../components/table.module.css'
import { useTexts, useWords } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { lastProject } from '../shell/last-project.ts'
import styles from './Customers.module.css'
import { ErasureAskedList } from './ErasureAsked.tsx'
import { CUSTOMERS } from './texts.ts'

const PAGE_SIZE = 50
/** A shorter search finds only what begins with it. */
const SHORTEST_PART = 3

/** Finds a customer by a part of the address or the name, among all of the account. */
export function CustomersPage() {
  const { q = '' } = useSearch({ from: '/signed-in/customers' })
  const navigate = useNavigate()
  const { t, f } = useWords(CUSTOMERS)
  const shell = useTexts(SHELL)
  const list = useInfiniteQuery({
    queryKey: ['listCustomers', q],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: PAGE_SIZE, ...(q !== '' && { search: q }), ...(cursor !== '' && { cursor }) }
      return read('listCustomers', { query }, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => (next_cursor === '' ? undefined : next_cursor),
    placeholderData: keepPreviousData,
    // Otherwise all pages that were opened would be read again.
    refetchOnWindowFocus: false,
  })
  const customers = list.data?.pages.flatMap((page) => page.customers)
  const isEmpty = customers?.length === 0
  const show = (text: string, options: { readonly replace: boolean }): void =>
    void navigate({ to: '/customers', search: text === '' ? {} : { q: text }, ...options })

  return (
    <Page title={shell.customers} lead={t.lead}>
      <ErasureAskedList />
      <div className="stack-tight">
        {(!isEmpty || q !== '') && <SearchField {...t.search} text={q} onSearch={show} />}
        {customers === undefined && list.error === null && <Skeleton lines={8} />}
        {isEmpty && <NoCustomers q={q} onClear={() => show('', { replace: false })} />}
        {customers !== undefined && !isEmpty && (
          <Section title={t.title} focusAfter={list.hasNextPage}>
            <Table heads={[t.email, t.name, t.keys, t.created]}>
              {customers.map(({ id, email, name, keys, created_at }) => (
                <tr key={id}>
                  <th scope="row">
                    <Link to="/customers/$customerId" params={{ customerId: id }}>
                      {email}
                    </Link>
                  </th>
                  <td>{name}</td>
                  <td>
                    <span className={table['caption']}>{t.keys} </span>
                    {f.number(keys)}
                  </td>
                  <td className={styles['when']}>
                    <span className={table['caption']}>{t.created} </span>
                    <Moment at={created_at} />
                  </td>
                </tr>
              ))}
            </Table>
            <MoreButton list={list}>{t.more}</MoreButton>
          </Section>
        )}
        <Problem of={failureOf(list.error)} />
      </div>
    </Page>
  )
}

interface NoCustomersProps {
  readonly q: string
  readonly onClear: () => void
}

/** Shown where no customer is: what to do next. */
function NoCustomers({ q, onClear }: NoCustomersProps) {
  const { empty } = useTexts(CUSTOMERS)
  const may = useMay()
  const navigate = useNavigate()
  const projectId = lastProject(useSession().projects)
  if (q !== '') {
    return (
      <EmptyState title={empty.noMatch} action={<Button onClick={onClear}>{empty.showAll}</Button>}>
        {[...q].length < SHORTEST_PART ? empty.short(q) : empty.other(q)}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={empty.title}
      action={
        projectId !== undefined &&
        may('importKeys') && (
          <Button
            look="primary"
            onClick={() => void navigate({ to: '/projects/$projectId/keys/import', params: { projectId } })}
          >
            {empty.import}
          </Button>
        )
      }
    >
      {empty.text}
    </EmptyState>
  )
}
