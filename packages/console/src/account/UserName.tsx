import { useSession } from '../api/session.ts'

/**
 * A hidden field with the e-mail address, which password managers store with a new password, and by
 * which they find a stored one.
 */
export function UserName() {
  const { person } = useSession()
  return <input type="hidden" autoComplete="username" value={person.email} readOnly />
}
