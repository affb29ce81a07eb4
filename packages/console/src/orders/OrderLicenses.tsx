import type { KeyRecord, OrderLicenseRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../api/session.ts'
import { useForm } from '../components/Form.tsx'
import { Section } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Table } from '../components/Table.tsx'
import { Ends, KeyStateBadge, KeyText } from '../keys/cells.tsx'
import { useTexts, useWords } from '../messages/messages.ts'
import styles from './Orders.module.css'
import { ORDERS } from './texts.ts'
import { type LicenseChange, type Order, type OrderPlace, useOrderChanges } from './use-order.ts'

type Field = keyof typeof ORDERS.en.licenses.fields

interface OrderLicensesProps {
  readonly place: OrderPlace
  readonly order: Order
}

/** The keys of an order, and which of their fields follow it. */
export function OrderLicenses({ place, order: { licenses } }: OrderLicensesProps) {
  const t = useTexts(ORDERS).licenses
  const changes = licenses.flatMap(({ by_hand, key }) => [key?.state, ...by_hand.map(({ field }) => field)])
  return (
    <Section title={t.title} focusAfter={changes.join()}>
      {licenses.length === 0 && <p className="soft">{t.none}</p>}
      <ul className={`stack ${styles['licenses']}`}>
        {licenses.map((license) => (
          <OneLicense key={license.key_id} place={place} license={license} isOpen={licenses.length === 1} />
        ))}
      </ul>
    </Section>
  )
}

interface OneLicenseProps {
  readonly place: OrderPlace
  readonly license: OrderLicenseRecord
  /** Its fields are shown at once. */
  readonly isOpen: boolean
}

function OneLicense({ place, license, isOpen }: OneLicenseProps) {
  const t = useTexts(ORDERS).licenses
  const may = useMay()
  const { change } = useOrderChanges(place)
  const { isBusy, outcome, submit } = useForm({})
  const { key, key_id: keyId, deleted_by: deletedBy, by_hand: byHand } = license
  const nameOf = (by: string): string => t.actors[by] ?? by
  if (key === undefined) return <li>{t.deleted(nameOf(deletedBy))}</li>

  const act = (body: LicenseChange, done: string) => void submit(() => change(keyId, body, done))
  return (
    <li className="stack-tight">
      <p className={styles['key']}>
        <Link to="/projects/$projectId/keys/$keyId" params={{ projectId: place.projectId, keyId: key.id }}>
          <KeyText of={key} />
        </Link>
        <KeyStateBadge of={key} />
        {key.customer_id !== undefined && (
          <Link to="/customers/$customerId" params={{ customerId: key.customer_id }}>
            {t.toCustomer}
          </Link>
        )}
      </p>
      {isStopped(key) && may('changeOrderLicense') && (
        <div className="buttons">
          <Button aria-disabled={isBusy} onClick={() => act({ action: 'lift' }, t.didLift)}>
            {t.lift}
          </Button>
        </div>
      )}
      <Problem of={outcome} />
      <details open={isOpen || byHand.length > 0}>
        <summary>{t.fieldsOf}</summary>
        <Table heads={Object.values(t.heads)}>
          {(Object.keys(t.fields) as Field[]).map((field) => {
            const hand = byHand.find((one) => one.field === field)
            return (
              <tr key={field}>
                <th scope="row">{t.fields[field]}</th>
                <td>
                  <Value field={field} of={key} />
                </td>
                <td>
                  {hand === undefined ? (
                    <span className="soft">{t.follows}</span>
                  ) : (
                    <p>{(field === 'stopped' ? t.lifted : t.byHand)(nameOf(hand.by))}</p>
                  )}
                  {hand !== undefined && may('changeOrderLicense') && (
                    <Button
                      look="quiet"
                      aria-label={`${t.fields[field]}: ${t.follow}`}
                      aria-disabled={isBusy}
                      onClick={() => act({ action: 'follow', field }, t.followed)}
                    >
                      {t.follow}
                    </Button>
                  )}
                </td>
              </tr>
            )
          })}
        </Table>
      </details>
    </li>
  )
}

/** By its order. A key that was replaced is not stopped by it. */
const isStopped = ({ stopped }: KeyRecord): boolean => stopped === 'refunded' || stopped === 'charged-back'

interface ValueProps {
  readonly field: Field
  readonly of: KeyRecord
}

function Value({ field, of }: ValueProps): ReactNode {
  const { t: texts, f } = useWords(ORDERS)
  const t = texts.licenses
  switch (field) {
    case 'end':
      return <Ends of={of} />
    case 'features':
      return f.list(of.features) || t.noFeatures
    case 'max_devices':
      return of.max_devices < 0 ? t.asProject : f.number(of.max_devices)
    case 'perpetual':
      return of.perpetual ? t.yes : t.no
    case 'updates_until':
      return of.updates_until < 0 ? t.allVersions : f.date(of.updates_until)
    case 'stopped':
      return isStopped(of) ? t.yes : t.no
  }
}
