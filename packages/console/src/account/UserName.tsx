import { useSession } from '../api/session.ts'

/** Not shown. Password managers store it with a new password, and look for it beside a present one. */
export function UserName() {
  const { person } = useSession()
  return <input type="hidden" autoComplete="username" value={person.email} readOnly />
}
