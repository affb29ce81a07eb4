import { accountMethods } from '../../accounts/account-queries.ts'
import { deletionMethods } from '../../accounts/delete-project-queries.ts'
import { signingKeyMethods } from '../../accounts/signing-key-queries.ts'
import { ACCOUNT_TABLES } from '../../accounts/tables.ts'
import { CUSTOMER_TABLES } from '../../customer/tables.ts'
import { EVENT_TABLES } from '../../event-log/tables.ts'
import { banMethods } from '../../license/license-queries.ts'
import { LICENSE_TABLES } from '../../license/tables.ts'
import type { StorageModule } from '../module.ts'
import type { CoreStorage } from '../storage.ts'
import type { Run, StorageParts } from './access.ts'
import type { TablesPart } from './columns.ts'
import { nodeMethods } from './node-queries.ts'
import { NODE_TABLES } from './node-tables.ts'

/** All tables. The tables of the core come first, because others refer to them. */
export const tablesWith = (modules: readonly StorageModule[]): readonly TablesPart[] => [
  ACCOUNT_TABLES,
  CUSTOMER_TABLES,
  LICENSE_TABLES,
  EVENT_TABLES,
  NODE_TABLES,
  ...modules.flatMap(({ tables }) => tables ?? []),
]

export const moveCustomerIn =
  (modules: readonly StorageModule[]): StorageParts['moveCustomer'] =>
  async (...values) => {
    for (const { moveCustomer } of modules) await moveCustomer?.(...values)
  }

/**
 * The methods that both engines share, each run by `run`.
 * @param ofEngine the methods of one engine; values are not changed
 */
export function storageMethods(
  parts: StorageParts,
  modules: readonly StorageModule[],
  ofEngine: readonly object[],
  run: Run,
) {
  const core = {
    ...accountMethods(parts),
    ...banMethods(parts),
    ...deletionMethods(parts, modules, tablesWith(modules)),
    ...nodeMethods(parts, modules),
    ...signingKeyMethods(parts),
  } satisfies Omit<CoreStorage, 'close'>
  const all = Object.assign({}, core, ...modules.map(({ methods }) => methods?.(parts)), ...ofEngine)
  return Object.fromEntries(
    Object.entries<unknown>(all).map(([name, method]) => [
      name,
      typeof method === 'function' ? (...values: never[]) => run(async () => method(...values)) : method,
    ]),
  ) as typeof core
}
