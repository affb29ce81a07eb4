import { QueryClient } from '@tanstack/react-query'
import { RequestError } from './outcome.ts'

/**
 * How often a read is repeated that the service could not answer. Reads without a connection are
 * not counted: they wait for it.
 */
const MOST_RETRIES = 2

/** What the page has read. Reads are repeated; requests that change something do not use it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => {
        const outcome = error instanceof RequestError ? error.outcome : undefined
        if (outcome?.kind === 'lost') return true
        return outcome?.kind === 'refused' && outcome.status >= 500 && count < MOST_RETRIES
      },
    },
  },
})

/** The query of the session. Its data is null when nobody is signed in. */
export const SESSION_KEY = ['session'] as const
