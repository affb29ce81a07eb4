import type { StoredEvent } from './events.ts'
import { eventFields } from './tables.ts'

/** The row of an event of a check. */
export const toEventRow = ({ projectRow, userRow, event }: StoredEvent) => ({
  ...eventFields.toRow(event),
  project_id: projectRow,
  user_id: userRow,
})
export const EVENT_COLUMNS = [...Object.keys(eventFields.columns), 'project_id', 'user_id']
