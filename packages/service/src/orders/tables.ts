import {
  bytes,
  column,
  exact,
  flag,
  integer,
  list,
  mappingOf,
  partOf,
  type RowsOf,
  reference,
  rowId,
  rowNumber,
  rowReference,
  type TablesPart,
  text,
  unique,
} from '../core/storage/sql/columns.ts'
import type { OrderStateName } from './order-state.ts'
import type { Shop, ShopUse } from './shops.ts'
import type { DeliveryState, ShopId } from './storage.ts'

/** The secrets of a shop are in a sealed column. */
export const shopFields = mappingOf<Omit<Shop, 'secrets'>>()({
  id: unique(exact),
  kind: column<Shop['kind']>('text', 'text'),
  name: text,
  isTest: flag,
  createdAt: integer,
  createdBy: text,
  apiKeyMark: exact,
  openUntil: integer,
  buyerPage: text,
})
export const shopUseFields = mappingOf<ShopUse>()({
  lastDeliveryAt: integer,
  refused: integer,
  refusedAt: integer,
  refusedReason: text,
})

/** Columns of later versions may have further values: no constraint names them. */
const TABLES = {
  shops: {
    id: rowId,
    project_id: reference('projects'),
    ...shopFields.columns,
    ...shopUseFields.columns,
    sealed_secrets: bytes,
  },
  products: {
    id: rowId,
    project_id: reference('projects'),
    public_id: unique(exact),
    name: text,
    /** `LineTerms`, as JSON. */
    terms: text,
  },
  /** IDs of products, prices and variants at shops. Without a product: of another app. */
  shop_products: {
    project_id: reference('projects'),
    shop_product: exact,
    product_id: rowReference('products'),
  },
  orders: {
    id: rowId,
    project_id: reference('projects'),
    shop_id: reference('shops'),
    public_id: unique(exact),
    /** `not-ours`: all its products are of other apps. */
    state: column<OrderStateName | 'not-ours'>('text', 'text'),
    missing: list,
    unmapped: list,
    purchased_at: integer,
    customer_id: rowReference('customers'),
    /** The customer was erased: no address is stored for this order again. */
    erased: flag,
    /** A license waits for the end of its ban, or for room in the plan, to be mailed. */
    unsent: flag,
    sent_again: integer,
    sent_again_at: integer,
  },
  /** By which IDs facts find their order. */
  order_ids: {
    shop_id: partOf('shops'),
    kind: column<ShopId['kind']>('text', 'text'),
    shop_object: exact,
    order_id: partOf('orders'),
  },
  /** All facts of an order, as JSON. They have no name and no address. */
  order_facts: { order_id: partOf('orders'), shop_customer: exact, fact: text },
  /** The terms of a product, copied into a line of an order when its license was made. */
  order_terms: {
    order_id: partOf('orders'),
    line: exact,
    shop_product: exact,
    /** It has no constraint: a product may be deleted. */
    product_id: rowNumber,
    terms: text,
  },
  /** The licenses of an order. A trigger removes the number of a license that is deleted. */
  order_licenses: {
    order_id: partOf('orders'),
    line: exact,
    unit: integer,
    license_id: rowNumber,
    key_id: exact,
    /** `Follower`, as JSON. */
    follower: text,
    /** Its subscription goes on, so that it gets no mail about its end. */
    renews: flag,
  },
  /** What was sold, for the overview. It is computed with the state of the order. */
  order_sales: {
    order_id: partOf('orders'),
    project_id: integer,
    at: integer,
    kind: column<'sale' | 'renewal' | 'refund'>('text', 'text'),
  },
  /** Who bought, by the keyed hash of the ID at the shop. */
  shop_customers: {
    shop_id: partOf('shops'),
    shop_customer: exact,
    /** The address and the name that the shop named last, sealed. Empty: erased. */
    sealed_customer: bytes,
    delivered_at: integer,
  },
  /** Each event of a shop, once. The body is sealed, and deleted after 30 days. */
  shop_deliveries: {
    id: rowId,
    project_id: integer,
    shop_id: partOf('shops'),
    event_id: exact,
    event_type: text,
    state: column<DeliveryState>('text', 'text'),
    missing: list,
    received_at: integer,
    /** The version of the service that read it. */
    read_by: exact,
    order_id: rowNumber,
    shop_customer: exact,
    sealed_body: bytes,
  },
  /** Pages after a purchase, by the SHA-256 of the shop's ID, and the browser that has its keys. */
  order_returns: {
    shop_id: partOf('shops'),
    return_hash: exact,
    order_id: rowNumber,
    browser: exact,
    created_at: integer,
  },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const INDEXES = `
create index shops_of_project on shops (project_id, id);
create index products_of_project on products (project_id, id);
create unique index shop_products_once on shop_products (project_id, shop_product);
create index shop_products_of_product on shop_products (product_id) where product_id is not null;
create index orders_of_project on orders (project_id, id);
create index orders_by_state on orders (project_id, state, id);
create index orders_waiting on orders (id) where state = 'waiting' or unsent = 1;
create index orders_by_customer on orders (customer_id) where customer_id is not null;
create unique index order_ids_once on order_ids (shop_id, kind, shop_object);
create index order_ids_of_order on order_ids (order_id);
create index order_facts_of_order on order_facts (order_id);
create index order_facts_of_customer on order_facts (shop_customer, order_id) where shop_customer <> '';
create unique index order_terms_once on order_terms (order_id, line, shop_product);
create index order_terms_of_product on order_terms (product_id, order_id);
create unique index order_licenses_once on order_licenses (order_id, line, unit);
create unique index order_licenses_by_license on order_licenses (license_id) where license_id is not null;
create index order_sales_of_order on order_sales (order_id);
create index order_sales_by_time on order_sales (project_id, at, kind);
create unique index shop_customers_once on shop_customers (shop_id, shop_customer);
create index shop_customers_by_time on shop_customers (delivered_at);
create unique index shop_deliveries_once on shop_deliveries (shop_id, event_id);
create index shop_deliveries_of_shop on shop_deliveries (shop_id, state, id);
create index shop_deliveries_of_project on shop_deliveries (project_id, id);
create index shop_deliveries_of_order on shop_deliveries (order_id) where order_id is not null;
create index shop_deliveries_of_customer on shop_deliveries (shop_customer) where shop_customer <> '';
create index shop_deliveries_waiting on shop_deliveries (read_by) where state = 'waits';
create index shop_deliveries_by_time on shop_deliveries (received_at) where length(sealed_body) > 0;
create unique index order_returns_once on order_returns (shop_id, return_hash);
create index order_returns_by_time on order_returns (created_at);
`

const LOSE = 'update order_licenses set license_id = null where license_id = old.id'

export const ORDER_TABLES: TablesPart = {
  tables: TABLES,
  sql: {
    sqlite: `${INDEXES}
create trigger order_licenses_lost after delete on licenses begin
  ${LOSE};
end;
`,
    postgres: `${INDEXES}
create function lose_order_license() returns trigger language plpgsql as $$
begin
  ${LOSE};
  return null;
end $$;
create trigger order_licenses_lost after delete on licenses
  for each row execute function lose_order_license();
`,
  },
  ofProject: { many: { orders: 'id', shop_deliveries: 'id' }, few: ['shop_products', 'products', 'shops'] },
}
