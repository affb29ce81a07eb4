import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  AS_PROJECT,
  type ChangeProductBody,
  ENDPOINTS,
  ORDER_FIELDS,
  ProductRecord,
} from '@latchkey/management'
import { NEVER } from '@latchkey/protocol'
import type { Project } from '../core/accounts/projects.ts'
import type { Origin } from '../core/event-log/events.ts'
import { camelCased } from '../core/fields.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { recordsOf } from '../core/http/records.ts'
import { featureList } from '../core/license/terms.ts'
import { createId } from '../core/security/credentials.ts'
import { DEFAULT_POLICIES, type LineTerms } from './line-terms.ts'
import { orderField } from './order-records.ts'
import { refuse } from './refusals.ts'
import type { Product } from './shops.ts'
import type { OrderStorage } from './storage.ts'

const DEFAULT_TERMS: Omit<LineTerms, 'days'> = {
  features: [],
  maxDevices: AS_PROJECT,
  perpetual: false,
  updatesDays: NEVER,
  note: '',
  stopWords: '',
  policies: DEFAULT_POLICIES,
}

const productRecord = recordsOf(ProductRecord)
const policiesRecord = recordsOf(ProductRecord.properties.policies)
const toRecord = ({ terms, ...product }: Product): ProductRecord =>
  productRecord({ ...product, ...terms, policies: policiesRecord(terms.policies) })

/** A product with the fields of a request, which replace those that it has. */
function changed(known: Product, body: ChangeProductBody): Product {
  const { name = known.name, shop_products: shopProducts = known.shopProducts, policies, ...fields } = body
  const { features, ...terms } = { ...known.terms, ...camelCased(fields) }
  return {
    id: known.id,
    name: name.trim(),
    shopProducts: [...new Set(shopProducts)],
    terms: {
      ...terms,
      features: featureList(features),
      policies: { ...known.terms.policies, ...camelCased(policies ?? {}) },
    },
  }
}

/** Registers the products of a project, which are additions to the interface. */
export function registerProducts(register: RegisterEndpoint, { storage }: HttpParts<OrderStorage>): void {
  /** Lets orders go on that waited for a product. */
  const follow = async (projectId: string, now: number): Promise<void> => {
    for (let after: number | undefined = 0; after !== undefined; await setImmediate()) {
      after = await storage.followWaiting(now, after, projectId)
    }
  }
  const find = async (projectId: string, id: string): Promise<Product | undefined> =>
    (await storage.listProducts(projectId)).find((product) => product.id === id)

  const put = async (project: Project, product: Product, by: Origin, message: string) => {
    const others = (await storage.listProducts(project.id)).filter(({ id }) => id !== product.id)
    const taken = new Set(others.flatMap(({ shopProducts }) => shopProducts))
    if (product.shopProducts.some((one) => taken.has(one))) return refuse('shop-product-taken')
    const outcome = await storage.putProduct(project.id, product, by)
    if (outcome !== 'stored') return refuse(outcome)
    await follow(project.id, by.at)
    return { ...done(message), id: product.id, product: toRecord(product) }
  }

  register(ENDPOINTS.listProducts, async ({ project }) => ({
    ...done('The products of the project.'),
    products: (await storage.listProducts(project.id)).map(toRecord),
    not_ours: [...(await storage.listNotOurs(project.id))],
  }))

  register(ENDPOINTS.createProduct, ({ project, body, by }) => {
    const { days } = body
    const empty = { id: createId(randomBytes), name: '', shopProducts: [], terms: { ...DEFAULT_TERMS, days } }
    return put(project, changed(empty, body), by, 'The product was created.')
  })

  register(ENDPOINTS.changeProduct, async ({ project, params, body, by }) => {
    const known = await find(project.id, params.product_id)
    if (known === undefined) return refuse('no-such-product')
    return put(
      project,
      changed(known, body),
      by,
      'The product was changed. Existing orders keep their terms.',
    )
  })

  register(ENDPOINTS.deleteProduct, async ({ project, params, by }) => {
    const outcome = await storage.deleteProduct(project.id, params.product_id, by)
    return outcome === 'deleted' ? done('The product was deleted.') : refuse(outcome)
  })

  register(ENDPOINTS.applyProduct, async ({ project, params, body: { dry_run: isDryRun = false }, by }) => {
    const all = { orders: 0, licenses: 0, fields: {} as Record<string, number> }
    for (let after: number | undefined = 0; after !== undefined; await setImmediate()) {
      const applied = await storage.applyProduct(project.id, params.product_id, { after, isDryRun }, by)
      if (applied === 'no-such-product') return refuse(applied)
      all.orders += applied.effects.orders
      all.licenses += applied.effects.licenses
      for (const field of ORDER_FIELDS) {
        const count = applied.effects.fields[orderField(field)]
        if (count !== undefined) all.fields[field] = (all.fields[field] ?? 0) + count
      }
      after = applied.after
    }
    return { ...done(isDryRun ? 'What would change.' : 'The terms were applied.'), ...all }
  })

  register(ENDPOINTS.setNotOurs, async ({ project, body, by, now }) => {
    const outcome = await storage.setNotOurs(project.id, body.shop_product, body.is_not_ours, by)
    if (outcome !== 'stored') return refuse(outcome)
    await follow(project.id, now)
    return done(body.is_not_ours ? 'The product is of another app.' : 'The product is of this app.')
  })
}
