import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../storage/sql/tables.ts'
import type { License } from './license.ts'
import type { StoredLicense } from './stored-license.ts'
import { licenseFields } from './tables.ts'

export type LicenseRow = Selectable<Tables['licenses']>

export const toLicenseRow = (license: License, projectRowId: number): Insertable<Tables['licenses']> => ({
  ...licenseFields.toRow(license),
  project_id: projectRowId,
})

/**
 * The columns that a change may write: not the key, not the customer, whom another request may have
 * changed, and not the count, which is only added to.
 */
export function toLicenseColumns(license: License) {
  const { license_key, total_executions, customer_id, ...columns } = licenseFields.toRow(license)
  return columns
}
export const CHANGING_COLUMNS = Object.entries(licenseFields.columns).filter(
  ([name]) => !['license_key', 'total_executions', 'customer_id'].includes(name),
)

export const toLicense = (row: LicenseRow): License => licenseFields.fromRow(row)

export const toStoredLicense = (row: LicenseRow): StoredLicense => ({
  row: row.id,
  projectRow: row.project_id,
  usedDay: row.used_day,
  license: toLicense(row),
})
