import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'
import { Page, WaitingPage } from '../components/Page.tsx'
import { useTexts } from '../messages/messages.ts'
import { ApiKeySection } from './ApiKeySection.tsx'
import { AppsForm } from './AppsForm.tsx'
import { CustomerPageForm } from './CustomerPageForm.tsx'
import { DevicesForm } from './DevicesForm.tsx'
import { FeaturesForm } from './FeaturesForm.tsx'
import { SecretsSection } from './SecretsSection.tsx'
import { TrialsForm } from './TrialsForm.tsx'
import { PROJECT } from './texts.ts'
import { settingsOf } from './use-settings.ts'

/** The settings of a project. Owners change them. */
export function ProjectPage() {
  const { projectId = '' } = useParams({ strict: false })
  return <Settings key={projectId} projectId={projectId} />
}

function Settings({ projectId }: { readonly projectId: string }) {
  const t = useTexts(PROJECT)
  const { data: settings, error } = useQuery(settingsOf(projectId))
  const may = useMay()
  if (settings === undefined) return <WaitingPage title={t.title} error={error} />
  const parts = { projectId, settings }
  return (
    <Page title={t.title} lead={t.lead(settings.name)}>
      <DevicesForm {...parts} />
      <AppsForm {...parts} />
      <TrialsForm {...parts} />
      <FeaturesForm {...parts} />
      <CustomerPageForm projectId={projectId} />
      {may('rotateSecrets') && <SecretsSection projectId={projectId} />}
      {may('setAllowList') && <ApiKeySection projectId={projectId} />}
    </Page>
  )
}
