import type { EventRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { failureOf } from '../api/outcome.ts'
import { queryOf, read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { SelectField } from '../components/Field.tsx'
import { Moment } from '../components/Moment.tsx'
import { MoreButton } from '../components/MoreButton.tsx'
import { Page, Section } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { Table } from '../components/Table.tsx'
import { KEY } from '../key/texts.ts'
import { useTexts, useWords } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './ActivityPage.module.css'
import { ACTORS, type ActivitySearch, KINDS } from './activity-search.ts'
import { ACTIVITY } from './texts.ts'

const ROUTE = '/signed-in/projects/$projectId/activity'
const PAGE_SIZE = 50

/** Shows who did what. Older pages are read by the cursor of the page before, at any depth. */
export function ActivityPage() {
  const { projectId } = useParams({ from: ROUTE })
  const search = useSearch({ from: ROUTE })
  const t = useTexts(ACTIVITY)
  const shell = useTexts(SHELL)
  const query = useInfiniteQuery({
    queryKey: ['getEvents', projectId, search],
    queryFn: ({ pageParam, signal }) =>
      read(
        'getEvents',
        {
          params: { project_id: projectId },
          query: {
            ...search,
            order: 'desc',
            limit: PAGE_SIZE,
            ...(pageParam !== '' && { cursor: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => (next_cursor === '' ? undefined : next_cursor),
    // Otherwise all pages that were opened would be read again.
    refetchOnWindowFocus: false,
  })
  const events = query.data?.pages.flatMap((page) => page.events)
  return (
    <Page title={shell.activity} lead={t.lead}>
      <Filters search={search} events={events ?? []} />
      <Section title={t.what} focusAfter={query.hasNextPage}>
        {events === undefined && query.error === null && <Skeleton lines={8} />}
        {events?.length === 0 && <EmptyState title={t.nothing}>{t.nothingText}</EmptyState>}
        {events !== undefined && events.length > 0 && (
          <Table heads={[t.heads.when, t.heads.what, t.heads.to, t.heads.who, t.heads.network]}>
            {events.map((event, index) => (
              // Events have no ID of their own, and only grow at the end.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <EventRow key={index} event={event} projectId={projectId} />
            ))}
          </Table>
        )}
        <Problem of={failureOf(query.error)} />
        <MoreButton list={query}>{t.older}</MoreButton>
      </Section>
    </Page>
  )
}

interface FiltersProps {
  readonly search: ActivitySearch
  /** The events that are shown: their people can be chosen. */
  readonly events: readonly EventRecord[]
}

function Filters({ search, events }: FiltersProps) {
  const { by = '', kind = '', bulk } = search
  const t = useTexts(ACTIVITY)
  const may = useMay()
  const navigate = useNavigate()
  // Only owners see who may sign in. Others choose among the people that the events name.
  const { data } = useQuery({ ...queryOf('listPeople', {}), enabled: may('listPeople') })
  const people = new Set([
    ...(data?.people.map(({ email }) => email) ?? []),
    ...events.flatMap(({ person }) => person ?? []),
    ...(by === '' || ACTORS.some((actor) => actor === by) ? [] : [by]),
  ])
  const show = ({ by, kind, bulk }: Readonly<Record<keyof ActivitySearch, string | undefined>>): void => {
    const next = { ...(by && { by }), ...(kind && { kind }), ...(bulk && { bulk }) }
    void navigate({ from: '/projects/$projectId/activity', search: next as ActivitySearch })
  }
  if (bulk !== undefined) {
    return (
      <p className={styles['bar']}>
        {t.ofOne}
        <Button onClick={() => show({ by, kind, bulk: undefined })}>{t.showAll}</Button>
      </p>
    )
  }
  return (
    <div className={styles['bar']}>
      <SelectField
        label={t.who}
        value={by}
        options={[
          ['', t.anybody],
          ...[...people].sort().map((person) => [person, person] as const),
          ...ACTORS.map((actor) => [actor, t.actors[actor] ?? actor] as const),
        ]}
        onChange={({ target }) => show({ by: target.value, kind, bulk })}
      />
      <SelectField
        label={t.what}
        value={kind}
        options={[['', t.anything], ...KINDS.map((one) => [one, t.kinds[one]] as const)]}
        onChange={({ target }) => show({ by, kind: target.value, bulk })}
      />
    </div>
  )
}

interface EventRowProps {
  readonly event: EventRecord
  readonly projectId: string
}

function EventRow({ event, projectId }: EventRowProps) {
  const { kind, code, actor, person = '', address, fields, at } = event
  const t = useTexts(ACTIVITY)
  const key = useWords(KEY)
  const entry = { kind, code, actor, person, addresses: [], fields, times: 1, from: at, to: at }
  return (
    <tr>
      <td className={styles['when']}>
        <Moment at={at} />
      </td>
      <th scope="row">{key.t.event(entry, key.f)}</th>
      <td>
        <Subject event={event} projectId={projectId} />
      </td>
      <td>{person === '' ? (t.actors[actor] ?? actor) : person}</td>
      <td className="soft">{address}</td>
    </tr>
  )
}

function Subject({ event, projectId }: EventRowProps) {
  const { subject, kind, id, user_key, record, count = 0, bulk } = event
  const { t, f } = useWords(ACTIVITY)
  const params = { projectId }
  if (subject === 'keys') {
    return (
      <>
        {t.keys(count, f.number(count))}{' '}
        {bulk !== undefined && (
          <Link to="/projects/$projectId/activity" params={params} search={{ bulk }}>
            {t.showKeys}
          </Link>
        )}
      </>
    )
  }
  if (subject === 'customer' && kind === 'updated') {
    return (
      <Link to="/customers/$customerId" params={{ customerId: id }}>
        {t.subjects[subject]}
      </Link>
    )
  }
  if (subject !== 'key') return t.subjects[subject] ?? subject
  if (record === undefined) return <span title={id}>{t.deletedKey}</span>
  return (
    <Link to="/projects/$projectId/keys/$keyId" params={{ ...params, keyId: record }}>
      {t.key(user_key.slice(-6))}
    </Link>
  )
}
