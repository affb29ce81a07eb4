import type { ProductRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queryOf, readAgain } from '../api/query.ts'
import { type Answer, send } from '../api/send.ts'
import { useMay } from '../api/session.ts'
import { BackLink } from '../components/BackLink.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { useForm } from '../components/Form.tsx'
import { Menu, MenuItem } from '../components/Menu.tsx'
import { Page, Section, WaitingPage } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Table } from '../components/Table.tsx'
import { showToast } from '../components/Toasts.tsx'
import { inWords } from '../messages/in-words.ts'
import { useTexts, useWords } from '../messages/messages.ts'
import { ORDERS } from '../orders/texts.ts'
import { PRODUCTS } from './texts.ts'
import { NEW_PRODUCT, productsOf, useOpenProduct } from './use-products.ts'

/** The most orders of which the IDs that wait are read. */
const MOST_WAITING = 1_000

/** The products of a project, and the IDs at shops that are not of one. */
export function ProductsPage() {
  const { projectId = '' } = useParams({ strict: false })
  const t = useTexts(PRODUCTS)
  const orders = useTexts(ORDERS)
  const may = useMay()
  const open = useOpenProduct(projectId)
  const { data, error } = useQuery(productsOf(projectId))
  const back = (
    <BackLink to="orders" projectId={projectId}>
      {orders.back}
    </BackLink>
  )
  const params = { project_id: projectId }
  const query = { state: 'waiting', limit: MOST_WAITING } as const
  const list = useQuery(queryOf('listOrders', { params, query }))
  if (data === undefined) return <WaitingPage title={t.title} lead={back} error={error} />
  const waiting = [...new Set(list.data?.orders.flatMap(({ unmapped }) => unmapped))]
  const create = may('createProduct') && (
    <Button look="primary" onClick={() => open(NEW_PRODUCT)}>
      {t.create}
    </Button>
  )
  return (
    <Page title={t.title} lead={back} {...(data.products.length > 0 && { actions: create })}>
      <OtherIds projectId={projectId} found={data} waiting={waiting} />
      {data.products.length === 0 ? (
        <EmptyState title={t.empty.title} action={create}>
          {t.empty.text}
        </EmptyState>
      ) : (
        <Section title={t.title} lead={t.lead} focusAfter={waiting.length + data.not_ours.length}>
          <Table heads={Object.values(t.heads)}>
            {data.products.map((product) => (
              <ProductRow key={product.id} projectId={projectId} product={product} />
            ))}
          </Table>
        </Section>
      )}
    </Page>
  )
}

interface ProductRowProps {
  readonly projectId: string
  readonly product: ProductRecord
}

function ProductRow({ projectId, product }: ProductRowProps) {
  const { t, f } = useWords(PRODUCTS)
  const { id, name, shop_products: ids, days, features } = product
  return (
    <tr>
      <th scope="row">
        <Link to="/projects/$projectId/orders/products/$productId" params={{ projectId, productId: id }}>
          {name || ids[0] || id}
        </Link>
      </th>
      <td>{ids.join(', ')}</td>
      <td>{[days < 0 ? t.forEver : t.forDays(f.number(days)), ...features].join(', ')}</td>
    </tr>
  )
}

interface OtherIdsProps {
  readonly projectId: string
  readonly found: Answer<'listProducts'>
  readonly waiting: readonly string[]
}

/** The IDs that wait for a product, and those that are of other apps. */
function OtherIds({ projectId, found: { products, not_ours: notOurs }, waiting }: OtherIdsProps) {
  const t = useTexts(PRODUCTS)
  const open = useOpenProduct(projectId)
  const { outcome, submit } = useForm({})
  const params = { project_id: projectId }
  const change = (request: () => ReturnType<typeof send<'changeProduct' | 'setNotOurs'>>, text: string) =>
    void submit(async () => {
      const ended = await request()
      await readAgain('listProducts', 'listOrders', 'getOrder')
      if (ended.kind === 'done') showToast({ text })
      return inWords(ended, t.refusals)
    })
  const map = (id: string, product: ProductRecord) => {
    const body = { shop_products: [...product.shop_products, id] }
    const of = { ...params, product_id: product.id }
    change(() => send('changeProduct', { params: of, body }), t.waiting.mapped(id))
  }
  const set = (shop_product: string, is_not_ours: boolean) =>
    change(
      () => send('setNotOurs', { params, body: { shop_product, is_not_ours } }),
      (is_not_ours ? t.notOurs.done : t.notOurs.undone)(shop_product),
    )
  return (
    <>
      <Problem of={outcome} />
      <IdTable {...t.waiting} ids={waiting}>
        {(id) => (
          <>
            <Menu align="end" trigger={<Button aria-label={t.waiting.menuOf(id)}>{t.waiting.map}</Button>}>
              {products.map((product) => (
                <MenuItem key={product.id} onSelect={() => map(id, product)}>
                  {t.waiting.mapTo(product.name || (product.shop_products[0] ?? product.id))}
                </MenuItem>
              ))}
              <MenuItem onSelect={() => open(NEW_PRODUCT, id)}>{t.new}</MenuItem>
            </Menu>
            <Button aria-label={`${t.notOurs.set}: ${id}`} onClick={() => set(id, true)}>
              {t.notOurs.set}
            </Button>
          </>
        )}
      </IdTable>
      <IdTable {...t.notOurs} ids={notOurs}>
        {(id) => (
          <Button aria-label={`${t.notOurs.unset}: ${id}`} onClick={() => set(id, false)}>
            {t.notOurs.unset}
          </Button>
        )}
      </IdTable>
    </>
  )
}

interface IdTableProps {
  readonly title: string
  readonly lead: string
  readonly ids: readonly string[]
  /** The buttons of an ID, for people who may use them. */
  readonly children: (id: string) => ReactNode
}

function IdTable({ title, lead, ids, children }: IdTableProps) {
  const t = useTexts(PRODUCTS)
  const may = useMay()
  if (ids.length === 0) return null
  return (
    <Section title={title} lead={lead} focusAfter={ids.length}>
      <Table heads={[t.heads.ids]} hasActions>
        {ids.map((id) => (
          <tr key={id}>
            <th scope="row">{id}</th>
            <td>{may('setNotOurs') && <span className="buttons">{children(id)}</span>}</td>
          </tr>
        ))}
      </Table>
    </Section>
  )
}
