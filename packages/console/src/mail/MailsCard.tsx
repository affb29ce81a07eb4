import type { KeyRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { failureOf } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { Section } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { useWords } from '../messages/messages.ts'
import styles from './Mail.module.css'
import { MailState } from './MailState.tsx'
import { MAIL } from './texts.ts'
import { readAfterMs, useMailKey } from './use-mail.ts'
import { WayNotice } from './WayNotice.tsx'

const MOST_SHOWN = 10

interface MailsCardProps {
  readonly projectId: string
  readonly record: KeyRecord
}

/** The mails about a key, and what the mail server answered about the address. */
export function MailsCard({ projectId, record }: MailsCardProps) {
  const { id, banned, stopped, customer_email: customer } = record
  const { t, f } = useWords(MAIL)
  const may = useMay()
  const reasonId = useId()
  const { isBusy, outcome, mailKey } = useMailKey(projectId)
  const query = { of_key: id, limit: MOST_SHOWN }
  const { data, error } = useQuery({
    ...queryOf('listMail', { params: { project_id: projectId }, query }),
    refetchInterval: ({ state }) => readAfterMs(state.data?.mails),
  })
  const refusal = banned === 1 ? 'KEY_BANNED' : stopped === '' ? undefined : 'KEY_STOPPED'
  const reason = customer === undefined ? t.noCustomer : refusal && t.refusals[refusal]
  const isBlocked = isBusy || data === undefined || reason !== undefined

  return (
    <Section title={t.title}>
      {data === undefined && error === null && <Skeleton />}
      <Problem of={failureOf(error)} />
      {data?.mails.length === 0 && <p className="soft">{t.noneOfKey}</p>}
      {data !== undefined && data.mails.length > 0 && (
        <>
          <WayNotice way={data.way} />
          <ul className="stack-tight">
            {data.mails.map((mail) => (
              <li key={mail.id} className={styles['mail']}>
                <strong>{t.kinds[mail.kind] ?? mail.kind}</strong>
                <span>{[mail.receiver || t.erased, f.moment(mail.created_at)].join(' · ')}</span>
                <MailState mail={mail} />
              </li>
            ))}
          </ul>
        </>
      )}
      {may('mailKey') && record.user_key !== '' && (
        <div className="stack-tight">
          <div className="buttons">
            <Button
              aria-disabled={isBlocked}
              aria-describedby={reasonId}
              onClick={() => !isBlocked && mailKey(id, data.mails.length === 0 ? 'key' : 'key-again')}
            >
              {t.mailKey}
            </Button>
          </div>
          <p id={reasonId} className="soft">
            {reason}
          </p>
          <Problem of={outcome} />
        </div>
      )}
    </Section>
  )
}
