import type { ShopRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { NO_PROOF, ProofDialog } from '../account/ProofDialog.tsx'
import { readAgain } from '../api/query.ts'
import { type Parameters, send } from '../api/send.ts'
import { useMay } from '../api/session.ts'
import { NumberField, SelectField } from '../components/Field.tsx'
import { Form, useForm } from '../components/Form.tsx'
import { Section } from '../components/Page.tsx'
import { Choice } from '../keys/Choice.tsx'
import { inWords } from '../messages/in-words.ts'
import { useWords } from '../messages/messages.ts'
import { productsOf } from '../products/use-products.ts'
import { SHOPS } from './texts.ts'

type Step = NonNullable<Parameters<'simulateOrder'>['body']['steps']>[number]

/** A product that nobody has mapped. */
const UNMAPPED = 'unmapped'
/** The service opens such a shop only on the same machine, and decides by its own address. */
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

interface SimulateFormProps {
  readonly projectId: string
  readonly shop: ShopRecord
}

/** Simulates an order at a shop to play with, and shows it. */
export function SimulateForm({ projectId, shop }: SimulateFormProps) {
  const { t: texts, f } = useWords(SHOPS)
  const t = texts.simulate
  const may = useMay()
  const navigate = useNavigate()
  const params = { project_id: projectId }
  const { data } = useQuery(productsOf(projectId))
  const [isOpening, setOpening] = useState(false)
  const form = useForm({ product: '', quantity: '1', is_subscription: false, step: '' })
  const products = data?.products.map(
    ({ id, name, shop_products: [first] }) => [id, name || first || id] as const,
  )
  const isPublic = !THIS_MACHINE.test(new URL(shop.url).hostname)
  const isOpen = shop.open_until > Date.now() / 1_000

  async function submit() {
    const { product, quantity, is_subscription, step } = form.values
    const body = {
      product: product || (products?.[0]?.[0] ?? UNMAPPED),
      quantity: Number(quantity),
      is_subscription,
      steps: step === '' ? [] : [step as Step],
    }
    const outcome = await send('simulateOrder', { params: { ...params, shop_id: shop.id }, body })
    void readAgain('listShops', 'listDeliveries', 'listOrders')
    if (outcome.kind === 'done') {
      const orderId = outcome.answer.order.id
      void navigate({ to: '/projects/$projectId/orders/$orderId', params: { projectId, orderId } })
    }
    return inWords(outcome, texts.refusals)
  }
  return (
    <Section title={t.title} lead={t.lead}>
      {isPublic && (
        <div className="buttons">
          <p className="soft">{isOpen ? t.openUntil(f.time(shop.open_until)) : t.closed}</p>
          {may('openTestShop') && <Button onClick={() => setOpening(true)}>{t.open}</Button>}
        </div>
      )}
      <Form form={form} action={t.action} onSubmit={submit}>
        <div className="pair">
          <SelectField
            label={t.product}
            options={[...(products ?? []), [UNMAPPED, t.unmapped]]}
            {...form.field('product')}
          />
          <NumberField label={t.quantity} min={1} max={20} {...form.field('quantity')} />
        </div>
        <SelectField label={t.step} options={Object.entries(t.steps)} {...form.field('step')} />
        <Choice
          type="checkbox"
          label={t.subscription}
          isOn={form.values.is_subscription}
          onChange={(is_subscription) => form.set({ is_subscription })}
        />
      </Form>
      {isOpening && <OpenDialog projectId={projectId} shop={shop} onClose={() => setOpening(false)} />}
    </Section>
  )
}

interface OpenDialogProps extends SimulateFormProps {
  readonly onClose: () => void
}

function OpenDialog({ projectId, shop, onClose }: OpenDialogProps) {
  const { t } = useWords(SHOPS)
  const form = useForm(NO_PROOF)
  const params = { project_id: projectId, shop_id: shop.id }
  return (
    <ProofDialog
      form={form}
      title={t.simulate.openTitle}
      lead={t.simulate.openText}
      action={t.simulate.open}
      onSubmit={async (proof) => {
        const outcome = await send('openTestShop', { params, body: proof })
        if (outcome.kind === 'done') await readAgain('listShops')
        return inWords(outcome, t.refusals)
      }}
      onClose={onClose}
    />
  )
}
