import { PasswordForm } from '../account/PasswordForm.tsx'
import { TotpForm } from '../account/TotpForm.tsx'
import { useSession } from '../api/session.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { CardPage } from './CardPage.tsx'

/** What a person has to set up before the console opens, one step after the other. */
export function SetUpPage() {
  const t = useTexts(SHELL)
  const { required, person } = useSession()
  return required.includes('password') ? (
    <CardPage title={t.setUp.password} lead={t.setUp.passwordLead(person.email)}>
      <PasswordForm />
    </CardPage>
  ) : (
    <CardPage title={t.setUp.totp} lead={t.setUp.totpLead}>
      <TotpForm />
    </CardPage>
  )
}
