import type { SessionRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { queryOf, readAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { Moment } from '../components/Moment.tsx'
import { Section } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { Table } from '../components/Table.tsx'
import { showToast } from '../components/Toasts.tsx'
import table from '../components/table.module.css'
import { useTexts } from '../messages/messages.ts'
import { browserName } from './browser-name.ts'
import { ACCOUNT } from './texts.ts'

/** Where the person is signed in. Each of the other sessions can be ended. */
export function SessionList() {
  const t = useTexts(ACCOUNT)
  const { data } = useQuery(queryOf('listSessions', {}))
  const [outcome, setOutcome] = useState<Outcome<unknown>>()

  async function end({ id }: SessionRecord): Promise<void> {
    setOutcome(await send('endSession', { params: { session_id: id } }))
    await readAgain('listSessions')
  }

  async function endOthers(): Promise<void> {
    const ended = await send('endOtherSessions', {})
    setOutcome(ended)
    if (ended.kind === 'done') showToast({ text: t.sessions.othersEnded })
    await readAgain('listSessions')
  }

  return (
    <Section
      title={t.sessions.title}
      lead={t.sessions.lead}
      focusAfter={data?.sessions.length}
      actions={<Button onClick={endOthers}>{t.sessions.endOthers}</Button>}
    >
      <Problem of={outcome} />
      {data === undefined ? (
        <Skeleton />
      ) : (
        <Table heads={[t.sessions.browser, t.sessions.begun, t.sessions.used]} hasActions>
          {data.sessions.map((session) => (
            <tr key={session.id}>
              <th scope="row" title={session.user_agent}>
                {browserName(session.user_agent) ?? t.sessions.unknown}{' '}
                <span className="soft">{session.address}</span>
              </th>
              <td>
                <span className={table['caption']}>{t.sessions.begun} </span>
                <Moment at={session.created_at} />
              </td>
              <td>
                <span className={table['caption']}>{t.sessions.used} </span>
                <Moment at={session.used_at} />
              </td>
              <td className={table['actions']}>
                {session.current ? (
                  <StateBadge tone="good">{t.sessions.current}</StateBadge>
                ) : (
                  <Button look="quiet" onClick={() => end(session)}>
                    {t.sessions.end}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  )
}
