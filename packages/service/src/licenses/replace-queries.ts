import { keyIdOf } from '@latchkey/management'
import { type LicenseKey, NEVER } from '@latchkey/protocol'
import { eventOf } from '../core/event-log/events.ts'
import { addKeyEvents } from '../core/event-log/key-event-queries.ts'
import { newLicense } from '../core/license/license.ts'
import { licensesOf } from '../core/license/license-queries.ts'
import { toLicense } from '../core/license/license-rows.ts'
import { lockProjectRow, type StorageParts } from '../core/storage/sql/access.ts'
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
        await trx.updateTable('licenses').set({ license_key: key }).where('id', '=', row).execute()
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
        return 'replaced'
      }),
  } satisfies Partial<LicenseStorage>
}
