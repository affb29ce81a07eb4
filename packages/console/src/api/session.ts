import { endpointPaths } from 'virtual:endpoints'
import type { Role, SessionDetails } from '@latchkey/management'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { EndpointId } from './endpoints.ts'
import { RequestError } from './outcome.ts'
import { readProof, storeProof } from './proof.ts'
import { queryClient, SESSION_KEY } from './query-client.ts'
import { send } from './send.ts'

/** Who is signed in; null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }): Promise<SessionDetails | null> => {
    // Without a proof there is no session, and browsers log the refusal as an error of the page.
    if (readProof() === undefined) return null
    const outcome = await send('getSession', {}, { signal })
    if (outcome.kind === 'done') return outcome.answer
    if (outcome.kind === 'refused' && outcome.status === 401) return null
    throw new RequestError(outcome)
  },
  staleTime: 60_000,
})

/** The session of the signed-in person. Only for pages below `Shell`. */
export function useSession(): SessionDetails {
  const { data } = useQuery(sessionQuery)
  // While the page leaves for the sign-in, the last session is still shown.
  const session = data ?? lastSession
  if (session === undefined) throw new Error('Nobody is signed in')
  lastSession = session
  return session
}

let lastSession: SessionDetails | undefined

/** Forgets what was read for the person who has signed out. */
export function endSession(): void {
  queryClient.setQueryData(SESSION_KEY, null)
  forgetAnswers()
}

/** Stores the proof of a new session, and reads who has signed in. */
export async function beginSession(proof: string): Promise<void> {
  storeProof(proof)
  forgetAnswers()
  await queryClient.prefetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** SECURITY: removes what another person has read. The session stays, because pages watch it. */
function forgetAnswers(): void {
  queryClient.removeQueries({ predicate: ({ queryKey: [id] }) => id !== SESSION_KEY[0] })
}

/** Each role may do everything that the roles before it may do. */
export const ROLES: readonly Role[] = ['read-only', 'support', 'owner']

/** Whether the person may use an endpoint. The service decides; the page hides what it refuses. */
export function useMay(): (id: EndpointId) => boolean {
  const { person } = useSession()
  return (id) => {
    const least = endpointPaths[id]?.leastRole
    return least !== undefined && ROLES.indexOf(person.role as Role) >= ROLES.indexOf(least)
  }
}
