import type { EventRecord } from '@latchkey/management'
import type { ListedEvent } from '../core/event-log/events.ts'
import { idOf } from '../core/license/key-id.ts'

export const toEventRecord = (event: ListedEvent): EventRecord => ({
  at: event.at,
  kind: event.kind,
  subject: event.subject,
  id: event.subjectId,
  user_key: event.licenseKey,
  code: event.code,
  actor: event.actor,
  ...(event.person !== '' && { person: event.person }),
  address: event.address,
  fields: [...event.fields],
  ...(event.licenseRow !== undefined && { record: idOf(event.licenseRow, event.subjectId) }),
  ...(event.subject === 'keys' && { count: event.count }),
  ...(event.bulk !== '' && { bulk: event.bulk }),
})
