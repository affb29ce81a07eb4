import type { ProductRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { refuse } from '../api/outcome.ts'
import { readAgain } from '../api/query.ts'
import { type Answer, send } from '../api/send.ts'
import { useMay } from '../api/session.ts'
import { BackLink } from '../components/BackLink.tsx'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { Field, NumberField, SelectField, TextAreaField } from '../components/Field.tsx'
import { useForm } from '../components/Form.tsx'
import { Page, Section, WaitingPage } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Switch } from '../components/Switch.tsx'
import { showToast } from '../components/Toasts.tsx'
import { TERMS } from '../keys/terms-texts.ts'
import { inWords } from '../messages/in-words.ts'
import { useTexts, useWords } from '../messages/messages.ts'
import { ORDERS } from '../orders/texts.ts'
import { SettingsForm } from '../project/SettingsForm.tsx'
import { formOf, readForm } from './product-form.ts'
import { PRODUCTS } from './texts.ts'
import { NEW_PRODUCT, productsOf, useOpenProduct } from './use-products.ts'

/** A product, or the form of a new one. The address may have an ID at a shop that is mapped to it. */
export function ProductPage() {
  const { projectId, productId } = useParams({
    from: '/signed-in/projects/$projectId/orders/products/$productId',
  })
  const t = useTexts(PRODUCTS)
  const { data, error } = useQuery(productsOf(projectId))
  const back = (
    <BackLink to="orders/products" projectId={projectId}>
      {t.back}
    </BackLink>
  )
  if (data === undefined) return <WaitingPage title={t.new} lead={back} error={error} />
  const product = data.products.find(({ id }) => id === productId)
  if (product === undefined && productId !== NEW_PRODUCT) {
    return (
      <Page title={t.title} lead={back}>
        <EmptyState title={t.gone.title}>{t.gone.text}</EmptyState>
      </Page>
    )
  }
  return (
    <Page
      title={product === undefined ? t.new : product.name || t.title}
      lead={back}
      actions={product !== undefined && <Actions projectId={projectId} product={product} />}
    >
      <ProductForm key={productId} projectId={projectId} product={product} products={data.products} />
    </Page>
  )
}

interface ProductFormProps {
  readonly projectId: string
  readonly product: ProductRecord | undefined
  readonly products: readonly ProductRecord[]
}

function ProductForm({ projectId, product, products }: ProductFormProps) {
  const { t: texts } = useWords(PRODUCTS)
  const t = texts.form
  const terms = useTexts(TERMS)
  const navigate = useNavigate()
  const { id } = useSearch({ from: '/signed-in/projects/$projectId/orders/products/$productId' })
  const form = useForm(() => formOf(product, id))
  const open = useOpenProduct(projectId)

  async function submit() {
    const body = readForm(form.values)
    if (typeof body === 'string') {
      return refuse(body, body === 'features' ? terms.problems.features : texts.badIds)
    }
    const params = { project_id: projectId }
    const outcome =
      product === undefined
        ? await send('createProduct', { params, body })
        : await send('changeProduct', { params: { ...params, product_id: product.id }, body })
    if (outcome.kind === 'done') {
      showToast({ text: product === undefined ? t.created : t.saved })
      await readAgain('listProducts', 'listOrders', 'getOrder')
      void navigate({ to: '/projects/$projectId/orders/products', params: { projectId } })
    }
    return inWords(outcome, texts.refusals, { SHOP_PRODUCT_TAKEN: 'shop_products' })
  }

  const days = { inputMode: 'numeric', type: 'number', min: 1, max: 36_500 } as const
  return (
    <Section title={t.title} lead={t.lead}>
      <SettingsForm form={form} saves="createProduct" onSubmit={submit}>
        {id !== undefined && products.length > 0 && (
          <SelectField
            label={t.which}
            value={product?.id ?? NEW_PRODUCT}
            options={[
              [NEW_PRODUCT, texts.new],
              ...products.map((one) => [one.id, one.name || (one.shop_products[0] ?? one.id)] as const),
            ]}
            onChange={({ target }) => open(target.value, id, true)}
          />
        )}
        <Field label={t.name} maxLength={200} {...form.field('name')} />
        <TextAreaField
          label={t.ids}
          hint={t.idsHint}
          spellCheck={false}
          autoCapitalize="none"
          rows={3}
          {...form.field('shop_products')}
        />
        <SelectField
          label={t.lasts}
          hint={t.lastsHint}
          options={Object.entries(t.lastsOf)}
          {...form.field('lasts')}
        />
        {form.values.lasts === 'days' && <Field label={t.days} required {...days} {...form.field('days')} />}
        <Field
          label={terms.features}
          hint={terms.featuresHint}
          spellCheck={false}
          autoCapitalize="none"
          {...form.field('features')}
        />
        <Field
          label={t.computers}
          hint={t.computersHint}
          {...days}
          max={100}
          {...form.field('max_devices')}
        />
        <Field label={t.updates} hint={t.updatesHint} {...days} {...form.field('updates_days')} />
        <Switch
          label={t.perpetual}
          hint={t.perpetualHint}
          checked={form.values.perpetual}
          onChange={(perpetual) => form.set({ perpetual })}
        />
        <Field label={t.note} hint={t.noteHint} maxLength={1_000} {...form.field('note')} />
        <Field label={t.stopWords} hint={t.stopWordsHint} maxLength={1_000} {...form.field('stop_words')} />
        <details>
          <summary>{t.policies}</summary>
          <div className="stack">
            <p className="soft">{t.policiesLead}</p>
            <SelectField label={t.refund} options={Object.entries(t.effects)} {...form.field('refund')} />
            <SelectField
              label={t.chargeback}
              options={Object.entries(t.effects)}
              {...form.field('chargeback')}
            />
            <NumberField label={t.grace} min={0} max={365} {...form.field('grace_days')} />
            <NumberField label={t.retry} min={0} max={365} {...form.field('retry_days')} />
            <SelectField label={t.from} options={Object.entries(t.froms)} {...form.field('days_from')} />
            <SelectField
              label={t.quantity}
              options={Object.entries(t.quantities)}
              {...form.field('quantity')}
            />
          </div>
        </details>
      </SettingsForm>
    </Section>
  )
}

function Actions({ projectId, product }: { readonly projectId: string; readonly product: ProductRecord }) {
  const { t, f } = useWords(PRODUCTS)
  const { fields: names } = useTexts(ORDERS).licenses
  const may = useMay()
  const navigate = useNavigate()
  const { isBusy, outcome, submit } = useForm({})
  const [preview, setPreview] = useState<Answer<'applyProduct'>>()
  const [isRemoving, setRemoving] = useState(false)
  const params = { project_id: projectId, product_id: product.id }

  async function look() {
    const ended = await send('applyProduct', { params, body: { dry_run: true } })
    if (ended.kind === 'done' && ended.answer.orders > 0) setPreview(ended.answer)
    else if (ended.kind === 'done') showToast({ text: t.apply.none })
    return inWords(ended, t.refusals)
  }
  async function apply() {
    const ended = await send('applyProduct', { params, body: {} })
    if (ended.kind === 'done') showToast({ text: t.apply.done })
    void readAgain('getOrder', 'listKeys', 'getKey')
    return inWords(ended, t.refusals)
  }
  async function remove() {
    const ended = await send('deleteProduct', { params })
    if (ended.kind === 'done') {
      showToast({ text: t.remove.done })
      await navigate({ to: '/projects/$projectId/orders/products', params: { projectId }, replace: true })
      void readAgain('listProducts')
    }
    return inWords(ended, t.refusals)
  }

  if (!may('applyProduct')) return null
  return (
    <>
      <Button aria-disabled={isBusy} onClick={() => void submit(look)}>
        {t.apply.action}
      </Button>
      <Button onClick={() => setRemoving(true)}>{t.remove.action}</Button>
      <Problem of={outcome} />
      {preview !== undefined && (
        <ConfirmDialog
          title={t.apply.title(f.number(preview.orders))}
          action={t.apply.save}
          isDangerous
          onConfirm={apply}
          onClose={() => setPreview(undefined)}
        >
          <Effects preview={preview} names={names} />
        </ConfirmDialog>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t.remove.title}
          action={t.remove.save}
          isDangerous
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        >
          <p>{t.remove.text}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface EffectsProps {
  readonly preview: Pick<Answer<'applyProduct'>, 'licenses' | 'fields'>
  readonly names: Readonly<Record<string, string>>
}

function Effects({ preview: { licenses, fields }, names }: EffectsProps) {
  const { t, f } = useWords(PRODUCTS)
  return (
    <>
      <p>{t.apply.changes(f.number(licenses))}</p>
      <ul>
        {Object.entries(fields).map(([field, count]) => (
          <li key={field}>{t.apply.field(names[field] ?? field, f.number(count))}</li>
        ))}
      </ul>
      <p>{t.apply.hand}</p>
    </>
  )
}
