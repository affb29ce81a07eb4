import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../api/query.ts'
import { type KeysSearch, listOf, PAGE_SIZE } from './keys-search.ts'

/**
 * Pages that are not shown are soon forgotten: somebody who turns pages all day would otherwise
 * collect them.
 */
const KEPT_FOR_MS = 5_000

/** Reads the page of the list that the address names. Until it is there, returns the one before. */
export function useKeyList(projectId: string, search: KeysSearch) {
  const { page = 1 } = search
  const list = listOf(search)
  const name = JSON.stringify([projectId, list])
  // The cursors of the pages that were reached, by page. They are valid for this list only.
  const { cursors } = useMemo(() => ({ name, cursors: new Map<number, string>() }), [name])
  const optionsOf = (shown: number) => {
    const parameters = {
      params: { project_id: projectId },
      query: { ...list, limit: PAGE_SIZE, ...placeOf(shown, cursors.get(shown)) },
    }
    return queryOptions({
      queryKey: ['listKeys', parameters] as const,
      // The place is part of the data, because the page before is still shown while this one is
      // read.
      queryFn: async ({ signal }) => ({
        ...(await read('listKeys', parameters, signal)),
        start: (shown - 1) * PAGE_SIZE,
        place: `${name} ${shown}`,
      }),
      gcTime: KEPT_FOR_MS,
    })
  }

  const query = useQuery({ ...optionsOf(page), placeholderData: keepPreviousData })
  const next = query.isPlaceholderData ? '' : (query.data?.next_cursor ?? '')
  if (next !== '') cursors.set(page + 1, next)
  // Reads the next page ahead, so that it can be shown at once.
  useQuery({ ...optionsOf(page + 1), enabled: next !== '' })
  return query
}

/** Finds a page by its cursor, which is fast at any depth. Without one, finds it by position. */
function placeOf(page: number, cursor: string | undefined) {
  if (page === 1) return {}
  return cursor === undefined ? { from: (page - 1) * PAGE_SIZE } : { cursor }
}
