import type { ShopRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { BackLink } from '../components/BackLink.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { Moment } from '../components/Moment.tsx'
import { Page, Section, WaitingPage } from '../components/Page.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { Table } from '../components/Table.tsx'
import mail from '../mail/Mail.module.css'
import { useTexts, useWords } from '../messages/messages.ts'
import orderStyles from '../orders/Orders.module.css'
import { ORDERS } from '../orders/texts.ts'
import { ConnectDialog } from './ShopDialogs.tsx'
import { SHOPS } from './texts.ts'

const READ_EVERY_MS = 15_000
/** While somebody waits for the first delivery of a shop. */
const READ_SOON_MS = 3_000

export const useShops = (projectId: string) =>
  useQuery({
    ...queryOf('listShops', { params: { project_id: projectId } }),
    refetchInterval: ({ state: { data } }) =>
      data?.shops.some(({ last_delivery_at: at }) => at === 0) ? READ_SOON_MS : READ_EVERY_MS,
  })

/** The shops of a project, and whether they deliver. Owners connect them. */
export function ShopsPage() {
  const { projectId = '' } = useParams({ strict: false })
  const t = useTexts(SHOPS)
  const orders = useTexts(ORDERS)
  const may = useMay()
  const navigate = useNavigate()
  const { data, error } = useShops(projectId)
  const [isConnecting, setConnecting] = useState(false)
  const back = (
    <BackLink to="orders" projectId={projectId}>
      {orders.back}
    </BackLink>
  )
  if (data === undefined) return <WaitingPage title={t.title} lead={back} error={error} />
  const { shops } = data
  const connect = may('connectShopInConsole') && (
    <Button look="primary" onClick={() => setConnecting(true)}>
      {t.connect.action}
    </Button>
  )
  return (
    <Page title={t.title} lead={back} {...(shops.length > 0 && { actions: connect })}>
      {shops.length === 0 ? (
        <EmptyState title={t.empty.title} action={connect}>
          {t.empty.text}
        </EmptyState>
      ) : (
        <Section title={t.title} lead={t.lead}>
          <Table heads={Object.values(t.heads)}>
            {shops.map((shop) => (
              <ShopRow key={shop.id} projectId={projectId} shop={shop} />
            ))}
          </Table>
        </Section>
      )}
      {isConnecting && (
        <ConnectDialog
          projectId={projectId}
          onDone={(shopId) =>
            void navigate({ to: '/projects/$projectId/orders/shops/$shopId', params: { projectId, shopId } })
          }
          onClose={() => setConnecting(false)}
        />
      )}
    </Page>
  )
}

interface ShopRowProps {
  readonly projectId: string
  readonly shop: ShopRecord
}

function ShopRow({ projectId, shop }: ShopRowProps) {
  const t = useTexts(SHOPS)
  const { last_delivery_at: last } = shop
  return (
    <tr>
      <th scope="row">
        <Link to="/projects/$projectId/orders/shops/$shopId" params={{ projectId, shopId: shop.id }}>
          {shop.name}
        </Link>{' '}
        <ShopBadges shop={shop} />
      </th>
      <td>
        {last === 0 ? t.nothing : <Moment at={last} />}
        <ShopWarnings shop={shop} />
      </td>
      <td>
        <ConnectedBy shop={shop} />
      </td>
    </tr>
  )
}

interface ShopProps {
  readonly shop: ShopRecord
}

export function ConnectedBy({ shop: { created_by: by, created_at: at } }: ShopProps) {
  const { t, f } = useWords(SHOPS)
  const { actors } = useTexts(ORDERS).licenses
  return t.by(actors[by] ?? by, f.shortDate(at))
}

export function ShopBadges({ shop }: ShopProps) {
  const t = useTexts(SHOPS)
  const { test } = useTexts(ORDERS)
  return (
    <span className={orderStyles['badges']}>
      {shop.is_test ? (
        <StateBadge tone="neutral">{test}</StateBadge>
      ) : (
        <StateBadge tone="good">{t.live}</StateBadge>
      )}
      {shop.secrets === 0 && <StateBadge tone="problem">{t.disconnected}</StateBadge>}
    </span>
  )
}

/** What an owner should look at. */
export function ShopWarnings({ shop }: ShopProps) {
  const { t, f } = useWords(SHOPS)
  const { refused, refused_at: at, refused_reason: reason, by_earlier_api_key: isEarlier } = shop
  return (
    <>
      {refused > 0 && (
        <p className="soft">
          {t.refused(f.number(refused), f.moment(at))} {t.reasons[reason] ?? reason}
        </p>
      )}
      {isEarlier && shop.secrets > 0 && <p className={mail['notice']}>{t.earlier}</p>}
    </>
  )
}
