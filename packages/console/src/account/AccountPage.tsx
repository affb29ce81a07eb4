import { useSession } from '../api/session.ts'
import { Page, Section } from '../components/Page.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { SessionList } from './SessionList.tsx'
import { TotpSection } from './TotpSection.tsx'

export function AccountPage() {
  const t = useTexts(SHELL)
  const { person } = useSession()
  const role: Readonly<Record<string, { name: string; text: string }>> = t.roles
  const { name, text } = role[person.role] ?? { name: person.role, text: '' }
  return (
    <Page title={t.account} lead={`${person.email} · ${name}. ${text}`}>
      <Section title={t.password.title} lead={t.password.lead}>
        <PasswordForm />
      </Section>
      <TotpSection />
      <SessionList />
    </Page>
  )
}
