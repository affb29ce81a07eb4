import type { StoredEvent } from './events.ts'
import { eventFields } from './tables.ts'

/** The row of an event of a check. */
export const toEventRow = ({ projectRow, licenseRow, event }: StoredEvent) => ({
  ...eventFields.toRow(event),
  project_id: projectRow,
  license_id: licenseRow,
})
export const EVENT_COLUMNS = [...Object.keys(eventFields.columns), 'project_id', 'license_id']
