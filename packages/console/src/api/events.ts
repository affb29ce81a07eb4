import type { EventQuery, EventRecord } from '@latchkey/management'
import { read } from './query.ts'

/** The largest page of Get Events. */
const EVENTS_A_PAGE = 1_000

/** All events that match, in pages. */
export async function* pagesOfEvents(
  projectId: string,
  filter: EventQuery,
  signal: AbortSignal,
): AsyncGenerator<readonly EventRecord[], void> {
  const params = { project_id: projectId }
  let cursor: string | undefined
  do {
    const query = { ...filter, limit: EVENTS_A_PAGE, ...(cursor !== undefined && { cursor }) }
    const answer = await read('getEvents', { params, query }, signal)
    yield answer.events
    cursor = answer.next_cursor
  } while (cursor !== '')
}
