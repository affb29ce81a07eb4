import { EmptyState } from '../components/EmptyState.tsx'
import { Page } from '../components/Page.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'

export function NoProject() {
  const t = useTexts(SHELL)
  return (
    <Page title={t.keys}>
      <EmptyState title={t.noProject.title}>
        <p>{t.noProject.text}</p>
        <p>
          <code>latchkey-service project create --help</code>
        </p>
      </EmptyState>
    </Page>
  )
}
