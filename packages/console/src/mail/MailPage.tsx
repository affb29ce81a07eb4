import type { MailRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { failureOf } from '../api/outcome.ts'
import { read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { SelectField } from '../components/Field.tsx'
import { Moment } from '../components/Moment.tsx'
import { MoreButton } from '../components/MoreButton.tsx'
import { Page, Section } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { Table } from '../components/Table.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './Mail.module.css'
import { MailState } from './MailState.tsx'
import { type MailSearch, STATES } from './mail-search.ts'
import { MAIL } from './texts.ts'
import { KEY_KINDS, readAfterMs, useMailKey } from './use-mail.ts'
import { WayNotice } from './WayNotice.tsx'

const ROUTE = '/signed-in/projects/$projectId/mail'
const PAGE_SIZE = 50

/** The mails of a project: those that wait, and what became of the others. */
export function MailPage() {
  const { projectId } = useParams({ from: ROUTE })
  const { state } = useSearch({ from: ROUTE })
  const t = useTexts(MAIL)
  const shell = useTexts(SHELL)
  const navigate = useNavigate()
  const list = useInfiniteQuery({
    queryKey: ['listMail', projectId, state],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: PAGE_SIZE, ...(state && { state }), ...(cursor !== '' && { cursor }) }
      return read('listMail', { params: { project_id: projectId }, query }, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => (next_cursor === '' ? undefined : next_cursor),
    // Otherwise all pages that were opened would be read again.
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.pages.length > 1 ? false : readAfterMs(data?.pages[0]?.mails),
  })
  const mails = list.data?.pages.flatMap((page) => page.mails)
  const show = (next: string): void =>
    void navigate({
      to: '/projects/$projectId/mail',
      params: { projectId },
      search: next === '' ? {} : ({ state: next } as MailSearch),
    })

  return (
    <Page
      title={shell.mail}
      width="columns"
      lead={
        <>
          {t.lead}{' '}
          <Link to="/projects/$projectId/mail/settings" params={{ projectId }}>
            {t.toSettings}
          </Link>
        </>
      }
    >
      <WayNotice way={list.data?.pages[0]?.way} />
      <div className={styles['bar']}>
        <SelectField
          label={t.heads.state}
          value={state ?? ''}
          options={[['', t.all], ...STATES.map((one) => [one, t.states[one]] as const)]}
          onChange={({ target }) => show(target.value)}
        />
      </div>
      <Section title={t.title} focusAfter={list.hasNextPage}>
        {mails === undefined && list.error === null && <Skeleton lines={8} />}
        {mails?.length === 0 && <EmptyState title={t.empty[state ?? 'all']}>{t.emptyText}</EmptyState>}
        {mails !== undefined && mails.length > 0 && (
          <Table heads={[t.heads.kind, t.heads.receiver, t.heads.created, t.heads.state]} hasActions>
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} projectId={projectId} />
            ))}
          </Table>
        )}
        <Problem of={failureOf(list.error)} />
        <MoreButton list={list}>{t.older}</MoreButton>
      </Section>
    </Page>
  )
}

interface MailRowProps {
  readonly mail: MailRecord
  readonly projectId: string
}

function MailRow({ mail, projectId }: MailRowProps) {
  const { kind, of_key: keyId, receiver, created_at, state } = mail
  const t = useTexts(MAIL)
  const may = useMay()
  const { isBusy, outcome, mailKey } = useMailKey(projectId)
  const keyKind = KEY_KINDS.find((one) => one === kind)
  const name = t.kinds[kind] ?? kind
  return (
    <tr className={styles['row']}>
      <th scope="row">
        {keyId === '' ? (
          name
        ) : (
          <Link to="/projects/$projectId/keys/$keyId" params={{ projectId, keyId }}>
            {name}
          </Link>
        )}
      </th>
      <td>
        {receiver === '' && <i className="soft">{t.erased}</i>}
        {may('listCustomers') && keyId !== '' && receiver !== '' ? (
          <Link to="/customers" search={{ q: receiver }}>
            {receiver}
          </Link>
        ) : (
          receiver
        )}
      </td>
      <td className={styles['when']}>
        <Moment at={created_at} />
      </td>
      <td>
        <MailState mail={mail} />
        <Problem of={outcome} />
      </td>
      <td className={styles['again']}>
        {may('mailKey') && keyKind !== undefined && keyId !== '' && state !== 'waiting' && (
          <Button
            aria-label={`${t.again}: ${name}, ${receiver}`}
            aria-disabled={isBusy}
            onClick={() => mailKey(keyId, keyKind)}
          >
            {t.again}
          </Button>
        )}
      </td>
    </tr>
  )
}
