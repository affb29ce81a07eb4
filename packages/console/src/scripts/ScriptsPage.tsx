import type { ScriptDetails } from '@latchkey/management'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { queryOf } from '../api/query.ts'
import { BackLink } from '../components/BackLink.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { Page, Section, WaitingPage } from '../components/Page.tsx'
import { Table } from '../components/Table.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import { describeUpdate } from './describe-update.ts'
import { ScriptView } from './ScriptView.tsx'
import { SCRIPTS } from './texts.ts'

/** Somebody else may upload, so the list is read again when nothing is uploaded here. */
const READ_EVERY_MS = 15_000

/** The scripts of a project, or one of them. If there is only one script, no list is shown. */
export function ScriptsPage() {
  const { projectId = '', scriptId } = useParams({ strict: false })
  const t = useTexts(SCRIPTS)
  const { data, error } = useQuery({
    ...queryOf('listScripts', { params: { project_id: projectId } }),
    refetchInterval: READ_EVERY_MS,
  })
  const back = (
    <BackLink to="scripts" projectId={projectId}>
      {t.back}
    </BackLink>
  )
  if (data === undefined) return <WaitingPage title={t.title} lead={t.lead} error={error} />
  const { scripts, max_script_bytes: mostBytes } = data
  const [only, ...others] = scripts
  const one =
    scriptId === undefined && others.length === 0
      ? only
      : scripts.find(({ script_id }) => script_id === scriptId)
  if (one !== undefined) {
    return (
      <Page title={one.script_name} lead={others.length === 0 ? t.lead : back}>
        <ScriptView key={one.script_id} projectId={projectId} script={one} mostBytes={mostBytes} />
      </Page>
    )
  }
  if (scriptId !== undefined) {
    return (
      <Page title={t.title} lead={back}>
        <EmptyState title={t.gone.title}>{t.gone.text}</EmptyState>
      </Page>
    )
  }
  return (
    <Page title={t.title} lead={t.lead}>
      {scripts.length === 0 ? (
        <EmptyState title={t.none.title}>
          <p>{t.none.text}</p>
          <p>
            <code>latchkey-service script create --help</code>
          </p>
        </EmptyState>
      ) : (
        <ScriptTable projectId={projectId} scripts={scripts} />
      )}
    </Page>
  )
}

interface ScriptTableProps {
  readonly projectId: string
  readonly scripts: readonly ScriptDetails[]
}

function ScriptTable({ projectId, scripts }: ScriptTableProps) {
  const t = useTexts(SCRIPTS)
  const { moment } = useFormats()
  return (
    <Section title={t.title}>
      <Table heads={[t.columns.name, t.columns.version, t.columns.update]}>
        {scripts.map((script) => (
          <tr key={script.script_id}>
            <th scope="row">
              <Link
                to="/projects/$projectId/scripts/$scriptId"
                params={{ projectId, scriptId: script.script_id }}
              >
                {script.script_name}
              </Link>
            </th>
            <td>{script.script_version}</td>
            <td>{describeUpdate(script, t, moment)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  )
}
