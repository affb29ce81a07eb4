import type { ServiceDetails } from '@latchkey/management'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import { Facts } from '../components/Facts.tsx'
import { Page, Section, WaitingPage } from '../components/Page.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import { FindingsSection } from './FindingsSection.tsx'
import { SERVICE } from './texts.ts'

const READ_EVERY_MS = 15_000

/** How the service is: its health, its nodes, and what `doctor` finds. */
export function ServicePage() {
  const t = useTexts(SERVICE)
  const { data, error } = useQuery({ ...queryOf('getService', {}), refetchInterval: READ_EVERY_MS })
  if (data === undefined) return <WaitingPage title={t.title} error={error} />
  return (
    <Page title={t.title} lead={t.lead(data.version)}>
      <HealthSection details={data} />
      <FindingsSection />
    </Page>
  )
}

function HealthSection({ details }: { readonly details: ServiceDetails }) {
  const t = useTexts(SERVICE).health
  const { number } = useFormats()
  const { database, clock_steady: isSteady, nodes } = details
  const isWell = database === 'well' && isSteady
  return (
    <Section
      title={t.title}
      actions={<StateBadge tone={isWell ? 'good' : 'problem'}>{isWell ? t.good : t.bad}</StateBadge>}
    >
      <Facts
        facts={[
          [t.database, t.databases[database] ?? database],
          [t.clock, isSteady ? t.steady : t.jumped(number(details.clock_jumped_seconds))],
          [
            t.nodes,
            nodes.map((url) => (
              <p key={url}>
                <code>{url}</code>
              </p>
            )),
          ],
          [t.publicUrl, <code key="public">{details.public_url}</code>],
          [t.consoleUrl, <code key="console">{details.console_url}</code>],
          [t.nodeId, <code key="node">{details.node_id}</code>],
        ]}
      />
    </Section>
  )
}
