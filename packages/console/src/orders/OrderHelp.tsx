import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { Field } from '../components/Field.tsx'
import { Form, useForm } from '../components/Form.tsx'
import { useTexts } from '../messages/messages.ts'
import { NEW_PRODUCT, useOpenProduct } from '../products/use-products.ts'
import { ORDERS } from './texts.ts'
import { type Order, type OrderPlace, useOrderChanges } from './use-order.ts'

interface OrderHelpProps {
  readonly place: OrderPlace
  readonly order: Order
}

const LINKS = ['link-license', 'add-quantity', 'name-product']

/** What a person can do about an order that waits, or for a customer who has an older key. */
export function OrderHelp({ place, order }: OrderHelpProps) {
  const { action, unmapped, shop } = order
  const { projectId } = place
  const t = useTexts(ORDERS)
  const may = useMay()
  const open = useOpenProduct(projectId)
  return (
    <>
      {action !== '' && <p>{t.helps[action] ?? action}</p>}
      {action === 'map-product' && may('createProduct') && (
        <div className="buttons">
          {unmapped.map((id) => (
            <Button key={id} look="primary" onClick={() => open(NEW_PRODUCT, id)}>
              {t.map(id)}
            </Button>
          ))}
        </div>
      )}
      {action === 'enable-events' && (
        <Link to="/projects/$projectId/orders/shops/$shopId" params={{ projectId, shopId: shop.id }}>
          {t.heads.shop}
        </Link>
      )}
      {LINKS.includes(action) && order.licenses.length === 0 && may('linkLicense') && (
        <LinkForm place={place} />
      )}
      {may('linkLicense') && <BoughtAgain place={place} order={order} />}
    </>
  )
}

function LinkForm({ place }: Pick<OrderHelpProps, 'place'>) {
  const t = useTexts(ORDERS)
  const form = useForm({ user_key: '' })
  const { link } = useOrderChanges(place)
  return (
    <Form form={form} action={t.link.action} onSubmit={() => link(form.values.user_key)}>
      <Field
        label={t.link.key}
        required
        spellCheck={false}
        autoCapitalize="off"
        {...form.field('user_key')}
      />
    </Form>
  )
}

/** Offers the key of a subscription that has ended, if its customer has bought again. */
function BoughtAgain({ place, order }: OrderHelpProps) {
  const t = useTexts(ORDERS)
  const { link } = useOrderChanges(place)
  const [old, setOld] = useState<string>()
  const [made, ...others] = order.licenses
  const canLeave = made?.key !== undefined && !made.is_linked && others.length === 0
  const { data } = useQuery({
    ...queryOf('listOrders', {
      params: { project_id: place.projectId },
      query: { state: 'ended', search: order.email },
    }),
    enabled: order.state === 'paid' && order.email !== '' && canLeave,
  })
  const keys = (canLeave && data?.orders.filter(({ id }) => id !== order.id).flatMap((one) => one.keys)) || []
  return (
    <>
      {keys.map((key) => (
        <div key={key} className="stack-tight">
          <p>{t.link.again(key)}</p>
          <div className="buttons">
            <Button onClick={() => setOld(key)}>{t.link.onOld}</Button>
          </div>
        </div>
      ))}
      {old !== undefined && (
        <ConfirmDialog
          title={t.link.title}
          action={t.link.onOld}
          isDangerous
          onConfirm={() => link(old)}
          onClose={() => setOld(undefined)}
        >
          <p>{t.link.text}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
