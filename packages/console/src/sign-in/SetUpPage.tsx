import { useState } from 'react'
import { PasswordForm } from '../account/PasswordForm.tsx'
import { TotpForm } from '../account/TotpForm.tsx'
import { useSession } from '../api/session.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { CardPage } from './CardPage.tsx'

/** What a person has to set up before the console opens, one step after the other. */
export function SetUpPage() {
  const t = useTexts(SHELL)
  const { required, person, by_link: isByLink } = useSession()
  // SECURITY: the password is only for the second step. It is not stored, and gone with this page.
  const [password, setPassword] = useState<string>()
  return required.includes('password') ? (
    <CardPage title={t.setUp.password} lead={t.setUp.passwordLead(person.email)}>
      <PasswordForm onSet={setPassword} />
    </CardPage>
  ) : (
    <CardPage title={t.setUp.totp} lead={t.setUp.totpLead}>
      <TotpForm knownPassword={password} />
      {isByLink && person.has_password && (
        <details>
          <summary>{t.setUp.forgotten}</summary>
          <PasswordForm onSet={setPassword} />
        </details>
      )}
    </CardPage>
  )
}
