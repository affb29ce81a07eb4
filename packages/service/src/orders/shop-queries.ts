import { sql } from 'kysely'
import { addEvent } from '../core/event-log/add-event-queries.ts'
import type { Origin } from '../core/event-log/events.ts'
import type { Seal } from '../core/security/seal.ts'
import {
  type Db,
  findProjectRow,
  lockProjectRow,
  type ProjectRowIds,
  type StorageParts,
} from '../core/storage/sql/access.ts'
import { addToOutbox } from '../outbox/queries.ts'
import type { LineTerms } from './line-terms.ts'
import type { Product, Shop } from './shops.ts'
import type { OrderStorage } from './storage.ts'
import { shopFields, shopUseFields } from './tables.ts'

/** The secrets of a shop open only in its row. */
const secretsContext = (id: string): string => `shop secrets ${id}`

const sealSecrets = (seal: Seal, { id, secrets }: Shop) =>
  seal.seal(JSON.stringify(secrets), secretsContext(id))

type ShopRow = NonNullable<Awaited<ReturnType<typeof findShopRow>>>

/** Finds a shop by its public ID. */
export const findShopRow = (db: Db, id: string) =>
  db
    .selectFrom('shops')
    .innerJoin('projects', 'projects.id', 'shops.project_id')
    .selectAll('shops')
    .select('projects.public_id as projectId')
    .where('shops.public_id', '=', id)
    .executeTakeFirst()

const toShop = (seal: Seal, row: Omit<ShopRow, 'projectId'>): Shop => {
  const fields = shopFields.fromRow(row)
  return {
    ...fields,
    secrets: JSON.parse(seal.open(row.sealed_secrets, secretsContext(fields.id))) as string[],
  }
}

export function shopMethods(parts: StorageParts) {
  const { db, seal, transaction } = parts

  /** Runs `work` with the project; the changes of one account are serialised. */
  const changing = <T>(projectId: string, work: (trx: Db, project: ProjectRowIds) => Promise<T>) =>
    transaction(async (trx) => {
      const project = await lockProjectRow(parts, trx, projectId)
      return project === undefined ? 'no-such-project' : work(trx, project)
    })

  return {
    addShop: (projectId, shop, by, mails = []) =>
      changing(projectId, async (trx, project) => {
        const { secrets: _, ...fields } = shop
        const unused = { lastDeliveryAt: 0, refused: 0, refusedAt: 0, refusedReason: '' }
        await trx
          .insertInto('shops')
          .values({
            ...shopFields.toRow(fields),
            ...shopUseFields.toRow(unused),
            project_id: project.id,
            sealed_secrets: sealSecrets(seal, shop),
          })
          .execute()
        await record(trx, project, projectId, by, 'shop')
        for (const mail of mails) await addToOutbox(parts, trx, project.id, mail)
        return 'added' as const
      }),

    async findShop(id) {
      const row = await findShopRow(db, id)
      return row && { row: row.id, projectId: row.projectId, shop: toShop(seal, row) }
    },

    async listShops(projectId) {
      const project = await findProjectRow(db, projectId)
      if (project === undefined) return []
      const rows = await db
        .selectFrom('shops')
        .selectAll()
        .where('project_id', '=', project.id)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({ shop: toShop(seal, row), ...shopUseFields.fromRow(row) }))
    },

    changeShop: (projectId, id, change, by, mails = []) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        const row = project && (await findShopRow(trx, id))
        if (project === undefined || row === undefined || row.projectId !== projectId) return 'no-such-shop'
        const shop = change(toShop(seal, row))
        const { secrets: _, ...fields } = shop
        await trx
          .updateTable('shops')
          .set({ ...shopFields.toRow(fields), sealed_secrets: sealSecrets(seal, shop) })
          .where('id', '=', row.id)
          .execute()
        await record(trx, project, projectId, by, 'shop')
        for (const mail of mails) await addToOutbox(parts, trx, project.id, mail)
        return 'changed'
      }),

    async countRefused(shopRow, count, reason, now) {
      await db
        .updateTable('shops')
        .set({ refused: sql<number>`refused + ${count}`, refused_at: now, refused_reason: reason })
        .where('id', '=', shopRow)
        .execute()
    },

    async listProducts(projectId) {
      const project = await findProjectRow(db, projectId)
      if (project === undefined) return []
      const rows = await db
        .selectFrom('products')
        .selectAll()
        .where('project_id', '=', project.id)
        .orderBy('id')
        .execute()
      const mapped = await mappedOf(db, project.id)
      return rows.map(
        ({ id, public_id, name, terms }): Product => ({
          id: public_id,
          name,
          terms: JSON.parse(terms) as LineTerms,
          shopProducts: mapped
            .filter(({ product_id }) => product_id === id)
            .map(({ shop_product }) => shop_product),
        }),
      )
    },

    putProduct: (projectId, { id, name, terms, shopProducts }, by) =>
      changing(projectId, async (trx, project) => {
        const values = { name, terms: JSON.stringify(terms) }
        const { id: row } = await trx
          .insertInto('products')
          .values({ project_id: project.id, public_id: id, ...values })
          .onConflict((on) => on.column('public_id').doUpdateSet(values))
          .returning('id')
          .executeTakeFirstOrThrow()
        await trx.deleteFrom('shop_products').where('product_id', '=', row).execute()
        for (const shopProduct of shopProducts) await mapTo(trx, project.id, shopProduct, row)
        await record(trx, project, projectId, by, 'product')
        return 'stored' as const
      }),

    deleteProduct: (projectId, id, by) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        const row = project && (await findProductRow(trx, project.id, id))
        if (project === undefined || row === undefined) return 'no-such-product'
        await trx.deleteFrom('shop_products').where('product_id', '=', row.id).execute()
        await trx.deleteFrom('products').where('id', '=', row.id).execute()
        await record(trx, project, projectId, by, 'product')
        return 'deleted'
      }),

    async listNotOurs(projectId) {
      const project = await findProjectRow(db, projectId)
      const mapped = project === undefined ? [] : await mappedOf(db, project.id)
      return mapped.filter(({ product_id }) => product_id === null).map(({ shop_product }) => shop_product)
    },

    setNotOurs: (projectId, shopProduct, isNotOurs, by) =>
      changing(projectId, async (trx, project) => {
        if (isNotOurs) await mapTo(trx, project.id, shopProduct, null)
        else {
          await trx
            .deleteFrom('shop_products')
            .where('project_id', '=', project.id)
            .where('shop_product', '=', shopProduct)
            .where('product_id', 'is', null)
            .execute()
        }
        await record(trx, project, projectId, by, 'product')
        return 'stored' as const
      }),
  } satisfies Partial<OrderStorage>
}

export const findProductRow = (db: Db, projectRow: number, id: string) =>
  db
    .selectFrom('products')
    .selectAll()
    .where('project_id', '=', projectRow)
    .where('public_id', '=', id)
    .executeTakeFirst()

const mappedOf = (db: Db, projectRow: number) =>
  db
    .selectFrom('shop_products')
    .selectAll()
    .where('project_id', '=', projectRow)
    .orderBy('shop_product')
    .execute()

const mapTo = (trx: Db, project_id: number, shop_product: string, product_id: number | null) =>
  trx
    .insertInto('shop_products')
    .values({ project_id, shop_product, product_id })
    .onConflict((on) => on.columns(['project_id', 'shop_product']).doUpdateSet({ product_id }))
    .execute()

/** The event of a change of the project, which names the kind of thing. */
const record = (trx: Db, project: ProjectRowIds, projectId: string, by: Origin, field: string) =>
  addEvent(trx, { ...by, fields: [field] }, ['updated', 'project', projectId], { project_id: project.id })
