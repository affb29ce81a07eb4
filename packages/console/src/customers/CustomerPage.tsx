import type { CustomerFound } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../api/outcome.ts'
import { queryOf, readAgain } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { send } from '../api/send.ts'
import { useMay } from '../api/session.ts'
import { BackLink } from '../components/BackLink.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { Page, WaitingPage } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { useForm } from '../components/use-form.ts'
import { saveFile } from '../keys/save-file.ts'
import { useTexts, useWords } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { CustomerKeys } from './CustomerKeys.tsx'
import { CustomerOrders } from './CustomerOrders.tsx'
import styles from './Customers.module.css'
import { EraseDialog } from './EraseDialog.tsx'
import { ErasureAskedNotice } from './ErasureAsked.tsx'
import { JoinDialog } from './JoinDialog.tsx'
import { CUSTOMERS } from './texts.ts'

/** Two people who look at the same customer see each other's changes after this time. */
const READ_EVERY_MS = 15_000

const oneOf = (id: string) => queryOf('getCustomer', { query: { id } })

/** One customer: the address, all keys over all projects, and what is done when they ask for it. */
export function CustomerPage() {
  const { customerId = '' } = useParams({ strict: false })
  const t = useTexts(CUSTOMERS)
  const { data, error } = useQuery({ ...oneOf(customerId), refetchInterval: READ_EVERY_MS })
  const failure = failureOf(error)
  const back = <BackLink to="customers">{t.back}</BackLink>

  if (failure?.kind === 'refused' && failure.status === 404) {
    return (
      <Page title={t.one} lead={back}>
        <EmptyState title={t.gone.title}>{t.gone.text}</EmptyState>
      </Page>
    )
  }
  if (data === undefined) return <WaitingPage title={t.one} lead={back} error={error} />
  return <OneCustomer key={customerId} found={data} />
}

function OneCustomer({ found }: { readonly found: CustomerFound }) {
  const { customer } = found
  const { t, f } = useWords(CUSTOMERS)
  const may = useMay()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'change' | 'join' | 'erase'>()
  const exporting = useForm({})
  const { working } = useTexts(SHELL).actions
  const close = (): void => setOpen(undefined)

  async function exportAll() {
    const outcome = await send('exportCustomer', { query: { id: customer.id } })
    // SECURITY: the name of the file has no address, because browsers store the names of downloads.
    if (outcome.kind === 'done')
      saveFile(`customer-${customer.id}.json`, JSON.stringify(outcome.answer, undefined, 2))
    return outcome
  }

  /** Shows a customer as an answer has it. */
  function showChanged(changed: CustomerFound): void {
    const { id } = changed.customer
    queryClient.setQueryData(oneOf(id).queryKey, changed)
    void readAgain('listCustomers', 'listKeys', 'getKey')
    if (id === customer.id) return
    void navigate({ to: '/customers/$customerId', params: { customerId: id }, replace: true })
  }

  /** Leaves the page, and forgets what was read of the customer. */
  async function handleErased(): Promise<void> {
    queryClient.removeQueries({ queryKey: ['listCustomers'] })
    void readAgain('listKeys', 'getKey')
    await navigate({ to: '/customers', replace: true })
    queryClient.removeQueries({ queryKey: ['getCustomer'] })
  }

  return (
    <Page
      title={t.one}
      lead={<BackLink to="customers">{t.back}</BackLink>}
      actions={
        <>
          {may('changeCustomer') && <Button onClick={() => setOpen('change')}>{t.change.action}</Button>}
          {may('joinCustomers') && <Button onClick={() => setOpen('join')}>{t.join.action}</Button>}
          {may('exportCustomer') && (
            <Button aria-disabled={exporting.isBusy} onClick={() => void exporting.submit(exportAll)}>
              {exporting.isBusy ? working : t.export}
            </Button>
          )}
          {may('eraseCustomer') && <Button onClick={() => setOpen('erase')}>{t.erase.action}</Button>}
        </>
      }
    >
      <div className={styles['customer']}>
        <p className={styles['email']}>
          <span>{customer.email}</span>
          <CopyButton label={t.copyEmail} text={customer.email} />
        </p>
        {customer.name !== '' && <p className={styles['name']}>{customer.name}</p>}
        <p className="soft">{t.since(f.date(customer.created_at))}</p>
      </div>
      <ErasureAskedNotice customer={customer} />
      <Problem of={exporting.outcome} />
      <CustomerKeys found={found} />
      <CustomerOrders found={found} />
      {open === 'change' && <ChangeDialog customer={customer} onDone={showChanged} onClose={close} />}
      {open === 'join' && <JoinDialog customer={customer} onDone={showChanged} onClose={close} />}
      {open === 'erase' && (
        <EraseDialog customer={customer} onDone={() => void handleErased()} onClose={close} />
      )}
    </Page>
  )
}
