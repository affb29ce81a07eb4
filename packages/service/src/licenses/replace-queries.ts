import { keyIdOf } from '@latchkey/management'
import { type LicenseKey, NEVER } from '@latchkey/protocol'
import { eventOf, type Origin } from '../core/event-log/events.ts'
import { addKeyEvents } from '../core/event-log/key-event-queries.ts'
import { type License, newLicense } from '../core/license/license.ts'
import { licensesOf } from '../core/license/license-queries.ts'
import { toLicense, toLicenseColumns } from '../core/license/license-rows.ts'
import { type Db, lockProjectRow, type ProjectRowIds, type StorageParts } from '../core/storage/sql/access.ts'
import { insertLicenses } from './create-queries.ts'
import type { LicenseStorage } from './storage.ts'

export function replaceMethods(parts: StorageParts) {
  return {
    replaceKey: (projectId, row, key, by) =>
      parts.transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        if (project === undefined) return 'no-such-license'
        const wanted = licensesOf(trx, project).where('id', '=', row).where('license_key', '<>', '')
        const found = await parts.dialect.locked(wanted, 'licenses').executeTakeFirst()
        if (found === undefined) return 'no-such-license'
        const license = toLicense(found)
        if (license.banned) return 'key-banned'
        if (license.stopped !== '') return 'key-stopped'
        await replaceKeyOf(trx, project, { row, license }, key, by)
        return 'replaced'
      }),
  } satisfies Partial<LicenseStorage>
}

/** Gives a license, which must be locked, another key. @param of the license as it is from now on */
export async function replaceKeyOf(
  trx: Db,
  project: ProjectRowIds,
  { row, license }: { readonly row: number; readonly license: License },
  key: LicenseKey,
  by: Origin,
): Promise<void> {
  const columns = { ...toLicenseColumns(license), license_key: key }
  await trx.updateTable('licenses').set(columns).where('id', '=', row).execute()
  // The earlier key stays as a license of its own, which is stopped: so checks refuse it, and lists find it.
  const earlier = {
    ...newLicense(license.key as LicenseKey, { authExpire: NEVER }, by.at),
    stopped: 'replaced' as const,
  }
  const [stopped] = await insertLicenses(trx, project, [earlier], undefined)
  const named = { ...by, fields: ['user_key'] }
  const eventFor = (licenseRow: number, one: string) => ({
    projectRow: project.id,
    licenseRow,
    event: eventOf('updated', 'key', keyIdOf(one), named),
  })
  await addKeyEvents(trx, [eventFor(row, key), eventFor(stopped?.id ?? 0, license.key)])
}
