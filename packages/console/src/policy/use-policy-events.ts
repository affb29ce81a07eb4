import { NEED_KINDS, type PlayedEvent } from '@latchkey/management/policy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../api/query.ts'

const SECONDS_A_DAY = 86_400
const DAYS = 365
/** The largest page of Get Events. */
const EVENTS_A_PAGE = 1_000
/** Nothing of a year changes in this time. */
const FRESH_FOR_MS = 600_000

/**
 * The events of a year that are played, sorted by time; only their kinds are read, because a project
 * may have many keys that nothing happened to.
 */
export function usePolicyEvents(projectId: string) {
  const [since] = useState(() => Math.floor(Date.now() / 1_000 / SECONDS_A_DAY - DAYS) * SECONDS_A_DAY)
  const [count, setCount] = useState(0)
  const { data, error } = useQuery({
    queryKey: ['policyEvents', projectId, since],
    staleTime: FRESH_FOR_MS,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const events: PlayedEvent[] = []
      const params = { project_id: projectId }
      for (const kind of NEED_KINDS) {
        for (let from = 0; ; from += EVENTS_A_PAGE) {
          const query = { kind, since, from, until: from + EVENTS_A_PAGE }
          const answer = await read('getEvents', { params, query }, signal)
          for (const { subject, at, id, code, actor, fields } of answer.events) {
            if (subject === 'key') events.push({ at, kind, id, code, actor, fields })
          }
          setCount(events.length)
          if (answer.events.length < EVENTS_A_PAGE) break
        }
      }
      return events.sort((one, other) => one.at - other.at)
    },
  })
  return { events: data, error, count }
}
