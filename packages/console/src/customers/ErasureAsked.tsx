import type { CustomerRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf, readAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { useMay } from '../api/session.ts'
import { Problem } from '../components/Problem.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useForm } from '../components/use-form.ts'
import mail from '../mail/Mail.module.css'
import { inWords } from '../messages/in-words.ts'
import { useWords } from '../messages/messages.ts'
import styles from './Customers.module.css'
import { CUSTOMERS } from './texts.ts'

/** When these are answered, the next ones follow. */
const SHOWN = 50

/** The customers who ask to be erased, above the list. */
export function ErasureAskedList() {
  const { t, f } = useWords(CUSTOMERS)
  const { data } = useQuery(queryOf('listCustomers', { query: { erasure_asked: true, limit: SHOWN } }))
  if (data === undefined || data.customers.length === 0) return null
  return (
    <section className={mail['notice']}>
      <h2 className={styles['asked']}>{t.asked.title}</h2>
      <ul>
        {data.customers.map(({ id, email, erasure_asked_at: at }) => (
          <li key={id}>
            <Link to="/customers/$customerId" params={{ customerId: id }}>
              {email}
            </Link>{' '}
            {t.asked.since(f.shortDate(at))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says that a customer asks to be erased, and lets an owner decline. */
export function ErasureAskedNotice({ customer }: { readonly customer: CustomerRecord }) {
  const { id, erasure_asked_at: at } = customer
  const { t, f } = useWords(CUSTOMERS)
  const may = useMay()
  const form = useForm({})
  if (at === 0) return null

  async function decline() {
    const outcome = await send('declineErasure', { query: { id } })
    if (outcome.kind === 'done') showToast({ text: t.asked.declined })
    if (outcome.kind !== 'refused') void readAgain('getCustomer', 'listCustomers')
    return inWords(outcome, t.refusals)
  }
  return (
    <section className={`${mail['notice']} ${styles['customer']}`}>
      <p>{t.asked.text(f.date(at))}</p>
      {may('declineErasure') && (
        <p>
          <Button aria-disabled={form.isBusy} onClick={() => void form.submit(decline)}>
            {t.asked.decline}
          </Button>
        </p>
      )}
      <Problem of={form.outcome} />
    </section>
  )
}
