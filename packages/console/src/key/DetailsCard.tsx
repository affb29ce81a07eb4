import { Section } from '../components/Page.tsx'
import { useWords } from '../messages/messages.ts'
import styles from './Card.module.css'
import { ChatFact } from './ChatFact.tsx'
import { CustomerFact } from './CustomerFact.tsx'
import { Fact } from './Fact.tsx'
import { useKeyParts } from './key-context.ts'
import { NoteFact } from './NoteFact.tsx'
import { OrderFact } from './OrderFact.tsx'
import { NEVER } from './standing.ts'
import { TermsFact } from './TermsFact.tsx'
import { TrialFact } from './TrialFact.tsx'
import { KEY } from './texts.ts'

/** Further facts about the key. Notes and chat ID can be edited in the card. */
export function DetailsCard() {
  const { key } = useKeyParts().found
  const { t, f } = useWords(KEY)
  const { details } = t
  const days = details.withFirstUse(key.key_days, f)
  const end =
    key.auth_expire === NEVER ? details.never : key.auth_expire === 0 ? days : f.longMoment(key.auth_expire)
  const resets = f.number(key.total_resets)
  return (
    <Section title={details.heading}>
      <dl className={styles['facts']}>
        <CustomerFact />
        <OrderFact />
        <NoteFact of="vendor_note" />
        <NoteFact of="note" />
        <ChatFact />
        {key.user_key !== '' && <Fact name={details.ends}>{end}</Fact>}
        {key.trial && <TrialFact />}
        <TermsFact />
        {key.offline_until > 0 && <Fact name={details.offline}>{f.date(key.offline_until)}</Fact>}
        <Fact name={details.executions}>{f.number(key.total_executions)}</Fact>
        <Fact name={details.resets}>
          {key.last_reset === 0 ? resets : details.lastReset(resets, f.date(key.last_reset))}
        </Fact>
      </dl>
    </Section>
  )
}
