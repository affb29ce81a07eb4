import type { ShopRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { BackLink } from '../components/BackLink.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { SelectField } from '../components/Field.tsx'
import { Moment } from '../components/Moment.tsx'
import { Page, Section, WaitingPage } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { StateBadge, type Tone } from '../components/StateBadge.tsx'
import { Table } from '../components/Table.tsx'
import { useTexts, useWords } from '../messages/messages.ts'
import orders from '../orders/Orders.module.css'
import { EVENTS } from './events.ts'
import { MissedForm } from './MissedForm.tsx'
import styles from './Shop.module.css'
import { ChangeDialog, DisconnectDialog } from './ShopDialogs.tsx'
import { ConnectedBy, ShopBadges, ShopWarnings, useShops } from './ShopsPage.tsx'
import { SimulateForm } from './SimulateForm.tsx'
import { SHOPS } from './texts.ts'

/** One shop: what to enter there, what it delivered, and what was lost. */
export function ShopPage() {
  const { projectId = '', shopId = '' } = useParams({ strict: false })
  const t = useTexts(SHOPS)
  const may = useMay()
  const { data, error } = useShops(projectId)
  const [open, setOpen] = useState<'change' | 'disconnect'>()
  const back = (
    <BackLink to="orders/shops" projectId={projectId}>
      {t.back}
    </BackLink>
  )
  if (data === undefined) return <WaitingPage title={t.heads.shop} lead={back} error={error} />
  const shop = data.shops.find(({ id }) => id === shopId)
  if (shop === undefined) {
    return (
      <Page title={t.heads.shop} lead={back}>
        <EmptyState title={t.gone.title}>{t.gone.text}</EmptyState>
      </Page>
    )
  }
  const parts = { projectId, shop, onClose: () => setOpen(undefined) }
  return (
    <Page
      title={shop.name}
      lead={back}
      actions={
        may('changeShopInConsole') && (
          <>
            <Button onClick={() => setOpen('change')}>{t.change.action}</Button>
            {shop.secrets > 0 && <Button onClick={() => setOpen('disconnect')}>{t.disconnect.action}</Button>}
          </>
        )
      }
    >
      <SetUp shop={shop} />
      {shop.kind === 'test' && shop.secrets > 0 && may('simulateOrder') && (
        <SimulateForm projectId={projectId} shop={shop} />
      )}
      <Deliveries projectId={projectId} shopId={shopId} />
      {may('deliverByHand') && <MissedForm projectId={projectId} shopId={shopId} />}
      {open === 'change' && <ChangeDialog {...parts} />}
      {open === 'disconnect' && <DisconnectDialog {...parts} />}
    </Page>
  )
}

function SetUp({ shop }: { readonly shop: ShopRecord }) {
  const { t, f } = useWords(SHOPS)
  const { kind, url, last_delivery_at: last } = shop
  const events = EVENTS[kind]?.match(/\S+/g) ?? []
  return (
    <Section title={t.setUp.title} actions={<ShopBadges shop={shop} />}>
      <ShopWarnings shop={shop} />
      <p>{t.setUp.where[kind]}</p>
      {events.length > 0 && (
        <ul className={styles['events']}>
          {events.map((event) => (
            <li key={event}>
              <code>{event}</code>
            </li>
          ))}
        </ul>
      )}
      <div className={styles['url']}>
        <p>
          <span className="soft">{t.setUp.url}</span>
          <br />
          <code>{url}</code>
        </p>
        <CopyButton label={t.setUp.copy} text={url} />
      </div>
      <p role="status">
        {last === 0 ? (
          <StateBadge tone="caution">{t.setUp.waiting}</StateBadge>
        ) : (
          <StateBadge tone="good">{t.setUp.seen}</StateBadge>
        )}{' '}
        <span className="soft">
          {last > 0 ? t.setUp.last(f.moment(last)) : kind === 'test' ? '' : t.nothing} {t.heads.by}:{' '}
          <ConnectedBy shop={shop} />
        </span>
      </p>
    </Section>
  )
}

const READ_EVERY_MS = 5_000
const STATES = ['waits', 'test', 'facts', 'ignored'] as const
const TONES: Readonly<Record<string, Tone>> = { facts: 'good', waits: 'caution' }

interface DeliveriesProps {
  readonly projectId: string
  readonly shopId: string
}

function Deliveries({ projectId, shopId }: DeliveriesProps) {
  const { t: texts, f } = useWords(SHOPS)
  const t = texts.deliveries
  const [state, setState] = useState<(typeof STATES)[number] | ''>('')
  const { data, error } = useQuery({
    ...queryOf('listDeliveries', {
      params: { project_id: projectId, shop_id: shopId },
      query: { limit: 100, ...(state !== '' && { state }) },
    }),
    refetchInterval: READ_EVERY_MS,
  })
  return (
    <Section title={t.title} lead={t.lead}>
      <div className={orders['bar']}>
        <SelectField
          label={t.heads.state}
          value={state}
          options={[['', t.all], ...STATES.map((one) => [one, t.states[one] ?? one] as const)]}
          onChange={({ target }) => setState(target.value as typeof state)}
        />
      </div>
      {data === undefined && error === null && <Skeleton />}
      <Problem of={failureOf(error)} />
      {data?.deliveries.length === 0 && <p className="soft">{t.none}</p>}
      {data !== undefined && data.deliveries.length > 0 && (
        <Table heads={Object.values(t.heads)}>
          {data.deliveries.map(({ event_id: id, event_type: type, state, missing, received_at: at }) => (
            <tr key={id}>
              <th scope="row">
                {type}
                <p className="soft">{id}</p>
              </th>
              <td>
                <span className={orders['badges']}>
                  <StateBadge tone={TONES[state] ?? 'neutral'}>{t.states[state] ?? state}</StateBadge>
                </span>
                {missing.length > 0 && <p className="soft">{t.missing(f.list(missing))}</p>}
              </td>
              <td>
                <Moment at={at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  )
}
