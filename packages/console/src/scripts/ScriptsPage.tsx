import type { ScriptDetails } from '@latchkey/management'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { RequestError } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { Page, Section } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import table from '../components/table.module.css'
import { useFormats, useTexts } from '../messages/messages.ts'
import { describeUpdate } from './describe-update.ts'
import { ScriptView } from './ScriptView.tsx'
import { SCRIPTS } from './texts.ts'

/** While nothing is uploaded here: somebody else may upload. */
const READ_EVERY_MS = 15_000

/** The scripts of a project, or one of them. Of a single script no list is shown. */
export function ScriptsPage() {
  const { projectId = '', scriptId } = useParams({ strict: false })
  const t = useTexts(SCRIPTS)
  const { data, error } = useQuery({
    ...queryOf('listScripts', { params: { project_id: projectId } }),
    refetchInterval: READ_EVERY_MS,
  })
  const outcome = error instanceof RequestError ? error.outcome : undefined
  if (data === undefined) {
    return (
      <Page title={t.title} lead={t.lead}>
        {outcome === undefined || outcome.kind === 'lost' ? <Skeleton lines={6} /> : <Problem of={outcome} />}
      </Page>
    )
  }
  const { scripts, max_script_bytes: mostBytes } = data
  const [only, ...others] = scripts
  const one =
    scriptId === undefined && others.length === 0
      ? only
      : scripts.find(({ script_id }) => script_id === scriptId)
  if (one !== undefined) {
    const back = others.length === 0 ? undefined : <BackLink projectId={projectId} />
    return (
      <Page title={one.script_name} lead={back ?? t.lead}>
        <ScriptView key={one.script_id} projectId={projectId} script={one} mostBytes={mostBytes} />
      </Page>
    )
  }
  if (scriptId !== undefined) {
    return (
      <Page title={t.title} lead={<BackLink projectId={projectId} />}>
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

function BackLink({ projectId }: { readonly projectId: string }) {
  const t = useTexts(SCRIPTS)
  return (
    <Link to="/projects/$projectId/scripts" params={{ projectId }}>
      <span aria-hidden="true">‹ </span>
      {t.back}
    </Link>
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
      <table className={table['table']}>
        <thead>
          <tr>
            <th className={table['head']}>{t.columns.name}</th>
            <th className={table['head']}>{t.columns.version}</th>
            <th className={table['head']}>{t.columns.update}</th>
          </tr>
        </thead>
        <tbody>
          {scripts.map((script) => (
            <tr key={script.script_id}>
              <th scope="row" className={table['cell']}>
                <Link
                  to="/projects/$projectId/scripts/$scriptId"
                  params={{ projectId, scriptId: script.script_id }}
                >
                  {script.script_name}
                </Link>
              </th>
              <td className={table['cell']}>{script.script_version}</td>
              <td className={table['cell']}>{describeUpdate(script, t, moment)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
