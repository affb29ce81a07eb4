import type { ChangeKeyBody, EventRecord, KeyFound, KeyRecord } from '@latchkey/management'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pagesOfEvents } from '../api/events.ts'
import type { Outcome } from '../api/outcome.ts'
import { queryOf, readAgain } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { send } from '../api/send.ts'
import { dropToasts } from '../components/waiting-toasts.ts'
import { SECONDS_A_DAY } from './days.ts'

/** Where a key is. */
export interface KeyPlace {
  readonly projectId: string
  /** The `id` of its record. */
  readonly keyId: string
}

/** Two people who look at the same key see each other's changes after this time. */
const READ_EVERY_MS = 15_000
const RECENT_DAYS = 90

const oneKeyOf = ({ projectId, keyId }: KeyPlace) =>
  queryOf('getKey', { params: { project_id: projectId }, query: { id: keyId } })

/** The key, and how it stands. Read again every few seconds while the page is visible. */
export const useKey = (place: KeyPlace) => useQuery({ ...oneKeyOf(place), refetchInterval: READ_EVERY_MS })

/** The computers of a key; none of a key that was deleted while banned. */
export const useDevices = ({ projectId, keyId }: KeyPlace, { user_key }: Pick<KeyRecord, 'user_key'>) =>
  useQuery({
    // The license key is not used here, because proxies would log it with the address.
    ...queryOf('getDevices', { params: { project_id: projectId }, query: { id: keyId } }),
    enabled: user_key !== '',
    refetchInterval: READ_EVERY_MS,
  })

/** The events of a key, newest last. `whole`: not only those of the last 90 days. */
export function useEvents({ projectId }: KeyPlace, { key_id }: Pick<KeyRecord, 'key_id'>, whole: boolean) {
  // The second stays the same while the page is open, so that the query stays the same.
  const [since] = useState(() => Math.floor(Date.now() / 1_000 / SECONDS_A_DAY - RECENT_DAYS) * SECONDS_A_DAY)
  return useQuery({
    ...eventsOf(projectId, key_id, whole ? 0 : since),
    refetchInterval: READ_EVERY_MS,
    placeholderData: (before) => before,
  })
}

const eventsOf = (projectId: string, key_id: string, since: number) =>
  queryOptions({
    queryKey: ['getEvents', projectId, key_id, since],
    queryFn: async ({ signal }) => {
      const events: EventRecord[] = []
      for await (const some of pagesOfEvents(projectId, { key_id, since }, signal)) events.push(...some)
      return events
    },
  })

/** What is done with a key. */
export type Change = Omit<ChangeKeyBody, 'id' | 'user_key' | 'if_version'>

/** Somebody else changed the key: the person decides with both versions on the screen. */
export interface Conflict {
  readonly seen: KeyRecord
  readonly now: KeyRecord
  /** The change; absent if the key is to be deleted. */
  readonly change: Change | undefined
  readonly decide: (anyway: boolean) => void
}

export interface KeyChanges {
  /** Changes the key if it is still as the person saw it; otherwise asks. */
  readonly change: (seen: KeyRecord, change: Change) => Promise<Outcome<KeyFound>>
  readonly remove: (seen: KeyRecord) => Promise<Outcome<unknown>>
  /** The question that is open. */
  readonly conflict: Conflict | undefined
}

/** Sends changes of a key. Each is sent once, and again only if a person has decided so. */
export function useKeyChanges(place: KeyPlace): KeyChanges {
  const [conflict, setConflict] = useState<Conflict>()
  const openRef = useRef<Conflict>(undefined)
  // If the person leaves the page, the change is not sent again.
  useEffect(() => () => openRef.current?.decide(false), [])

  const params = { project_id: place.projectId }

  function ask(seen: KeyRecord, now: KeyRecord, change: Change | undefined): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const opened: Conflict = {
      seen,
      now,
      change,
      decide: (anyway) => {
        openRef.current = undefined
        setConflict(undefined)
        resolve(anyway)
      },
    }
    openRef.current = opened
    setConflict(opened)
    return promise
  }

  async function attempt<Answer>(
    seen: KeyRecord,
    change: Change | undefined,
    request: (version: string) => Promise<Outcome<Answer>>,
  ): Promise<Outcome<Answer>> {
    const outcome = await request(seen.version)
    const now = presentRecord(outcome)
    if (now !== undefined) {
      afterRequest(place, outcome)
      return (await ask(seen, now, change)) ? attempt(now, change, request) : outcome
    }
    // The key is read again after a lost answer, too, which shows whether the change was made.
    // After a deletion it is not, because its page is left.
    if (change !== undefined || outcome.kind === 'lost') afterRequest(place, outcome)
    return outcome
  }

  return {
    conflict,
    change: (seen, change) =>
      attempt(seen, change, async (if_version) => {
        const body = { ...change, id: place.keyId, if_version }
        const outcome = await send('changeKey', { params, body })
        if (outcome.kind === 'done') queryClient.setQueryData(oneKeyOf(place).queryKey, outcome.answer)
        return outcome
      }),
    remove: (seen) =>
      attempt(seen, undefined, (if_version) =>
        send('deleteKey', { params, query: { id: place.keyId, if_version } }),
      ),
  }
}

/** The present record, in the refusal of a change whose person saw an older one. */
export function presentRecord(outcome: Outcome<unknown>): KeyRecord | undefined {
  if (outcome.kind !== 'refused' || outcome.code !== 'CHANGED_MEANWHILE') return undefined
  return outcome.body['key'] as KeyRecord | undefined
}

/** Reads the key and the table again, after a request that may have changed the key. */
export function afterRequest({ keyId }: KeyPlace, { kind }: Outcome<unknown>): void {
  if (kind !== 'refused') dropToasts(keyId)
  void readAgain('getKey', 'getDevices', 'getEvents', 'listKeys')
}
