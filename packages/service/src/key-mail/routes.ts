import { randomBytes } from 'node:crypto'
import { ENDPOINTS, type KeyMailKind } from '@latchkey/management'
import { keyIdOfLicense } from '../core/event-log/events.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { idOf } from '../core/license/key-id.ts'
import { keyStateOf } from '../core/license/key-state.ts'
import type { License } from '../core/license/license.ts'
import { COMMON, codedRefusals, isRefusal } from '../core/refusal.ts'
import { createId } from '../core/security/credentials.ts'
import { findOneKey } from '../licenses/one-key.ts'
import type { LicenseStorage } from '../licenses/storage.ts'
import { hasEnd } from '../mail/change-settings.ts'
import { mailItem } from '../mail/mail.ts'
import type { OutboxStorage } from '../outbox/storage.ts'

export type KeyMailParts = HttpParts<LicenseStorage & OutboxStorage>

const refuse = codedRefusals({
  ...COMMON,
  'key-banned': [409, 'The key is banned, so it is not mailed. Lift the ban first.'],
  'key-stopped': [409, 'Its order stopped the key, so it is not mailed. Lift the stop at the order first.'],
  'no-customer': [409, 'The key has no customer. Change the key and give it one.'],
  'no-end': [409, 'The end of the key is not as this mail would say. Send the key itself, or nothing.'],
})

/** Registers the request to mail a key, which is an addition to the interface. */
export function registerKeyMail(register: RegisterEndpoint, { storage }: KeyMailParts): void {
  register(ENDPOINTS.mailKey, async ({ project, body, now }) => {
    const { kind = 'key-again', ...which } = body
    const found = await findOneKey(storage, project, which)
    if (isRefusal(found)) return found
    const { row, license, customer } = found
    if (customer === undefined) return refuse('no-customer')
    if (license.banned) return refuse('key-banned')
    if (license.stopped !== '') return refuse('key-stopped')
    if (!isTrue(kind, license, now)) return refuse('no-end')
    const id = createId(randomBytes)
    const content = {
      to: { email: customer.email, name: customer.name },
      keys: hasEnd(kind) ? [] : [license.key],
      end: Math.max(license.authExpire, 0),
      path: '',
    }
    const about = idOf(row, keyIdOfLicense(license))
    const outcome = await storage.queueItem(project.id, mailItem(id, kind, content, { now, about }))
    if (outcome !== 'queued') return refuse(outcome)
    return { ...done('The mail leaves in the next seconds.'), id }
  })
}

/** Whether what a mail says about the end of a license is true. */
function isTrue(kind: KeyMailKind, license: License, now: number): boolean {
  if (!hasEnd(kind)) return true
  if (license.authExpire <= 0 || license.perpetual) return false
  return (keyStateOf(license, now) === 'expired') === (kind === 'ended')
}
