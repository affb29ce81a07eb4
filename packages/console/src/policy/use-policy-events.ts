import { NEED_KINDS, type PlayedEvent } from '@latchkey/management/policy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagesOfEvents } from '../api/events.ts'

const SECONDS_A_DAY = 86_400
const DAYS = 365
/** The events of a year hardly change in this time. */
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
      for (const kind of NEED_KINDS) {
        const bulks = new Set<string>()
        const readEach = async (bulk?: string): Promise<void> => {
          const filter = { kind, since, ...(bulk !== undefined && { bulk }) }
          for await (const some of pagesOfEvents(projectId, filter, signal)) {
            for (const { subject, at, id, code, actor, fields, bulk: ofBulk } of some) {
              if (subject === 'key') events.push({ at, kind, id, code, actor, fields })
              else if (subject === 'keys' && ofBulk !== undefined) bulks.add(ofBulk)
            }
            setCount(events.length)
          }
        }
        await readEach()
        // Reads the events of the keys that were changed together.
        for (const bulk of bulks) await readEach(bulk)
      }
      return events.sort((one, other) => one.at - other.at)
    },
  })
  return { events: data, error, count }
}
