import type { Mine } from '@latchkey/management'
import { createContext, useContext } from 'react'
import type { Send } from './api.ts'

export interface Session {
  readonly mine: Mine
  /**
   * Sends a request, then reads all that is shown again. Where a proof by mail is missing, it asks for
   * one, and then sends the request.
   */
  readonly act: Send
  /** Says for a while that something is done. */
  readonly say: (text: string) => void
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** The customer who is signed in. Only for parts below `Home`. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('Nobody is signed in')
  return session
}
