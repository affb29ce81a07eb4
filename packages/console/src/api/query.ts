import { queryOptions } from '@tanstack/react-query'
import type { EndpointId } from './endpoints.ts'
import { RequestError } from './outcome.ts'
import { queryClient, SESSION_KEY } from './query-client.ts'
import { type Answer, type Parameters, send } from './send.ts'

/** The options of a query of an endpoint: `useQuery(queryOf('getUsers', { params, query }))`. */
export const queryOf = <Id extends EndpointId>(id: Id, parameters: Parameters<Id>) =>
  queryOptions({
    queryKey: [id, parameters] as const,
    queryFn: ({ signal }) => read(id, parameters, signal),
  })

/** The answer of an endpoint. @throws `RequestError` */
export async function read<Id extends EndpointId>(
  id: Id,
  parameters: Parameters<Id>,
  signal?: AbortSignal,
): Promise<Answer<Id>> {
  const outcome = await send(id, parameters, signal === undefined ? {} : { signal })
  if (outcome.kind !== 'done') throw new RequestError(outcome)
  return outcome.answer
}

/** Reads the answers of these endpoints again, wherever they are shown. */
export async function readAgain(...ids: readonly EndpointId[]): Promise<void> {
  await Promise.all(ids.map((id) => queryClient.invalidateQueries({ queryKey: [id] })))
}

/** Reads who is signed in again, after their account was changed. */
export const readSessionAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: SESSION_KEY })
