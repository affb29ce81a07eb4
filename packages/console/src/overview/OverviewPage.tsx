import type { Overview } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { failureOf } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { Page } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { useWords } from '../messages/messages.ts'
import { KeyStates } from './KeyStates.tsx'
import styles from './Overview.module.css'
import { PlanLimits } from './PlanLimits.tsx'
import { Plot } from './Plot.tsx'
import {
  plotOfActive,
  plotOfEnds,
  plotOfHours,
  plotOfRefusals,
  plotOfSales,
  SALES_WEEKS,
  sumOf,
} from './plots.ts'
import { OVERVIEW } from './texts.ts'

const READ_EVERY_MS = 60_000
/** Where the browser stores whether this person wants tables instead of plots. */
const AS_TABLES = 'latchkey-overview-tables'

/** What happens in a project, as plots. */
export function OverviewPage() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/overview' })
  const { t, f } = useWords(OVERVIEW)
  const [isTable, setTable] = useState(() => localStorage.getItem(AS_TABLES) === 'yes')
  const { data, error } = useQuery({
    ...queryOf('getOverview', { params: { project_id: projectId } }),
    refetchInterval: READ_EVERY_MS,
  })
  const isNew = data !== undefined && isUntouched(data)

  function toggle(): void {
    localStorage.setItem(AS_TABLES, isTable ? 'no' : 'yes')
    setTable(!isTable)
  }
  return (
    <Page
      title={t.title}
      width="whole"
      {...(data !== undefined && {
        lead: (
          <>
            {t.lead(f.time(data.at))}{' '}
            <Link to="/projects/$projectId/policy" params={{ projectId }}>
              {t.policy}
            </Link>
          </>
        ),
      })}
      {...(data !== undefined &&
        !isNew && {
          actions: <Button onClick={toggle}>{isTable ? t.asPlots : t.asTables}</Button>,
        })}
    >
      <Problem of={failureOf(error)} />
      {data === undefined && error === null && <Skeleton lines={9} />}
      {isNew && (
        <EmptyState
          title={t.empty.title}
          action={
            <Link to="/projects/$projectId/keys" params={{ projectId }}>
              {t.empty.action}
            </Link>
          }
        >
          {t.empty.text}
        </EmptyState>
      )}
      {data !== undefined && (
        <div className={styles['cards']} data-tables={isTable}>
          {!isNew && <Plots projectId={projectId} overview={data} isTable={isTable} />}
          <PlanLimits plan={data.plan} />
        </div>
      )}
    </Page>
  )
}

/** Whether no key of the project was ever used. */
const isUntouched = ({ keys, hours, refusals }: Overview): boolean =>
  sumOf(Object.values(keys)) + sumOf(hours.executions) + sumOf(hours.attacks_blocked) + refusals.length === 0

interface PlotsProps {
  readonly projectId: string
  readonly overview: Overview
  readonly isTable: boolean
}

function Plots({ projectId, overview, isTable }: PlotsProps) {
  const { t, f } = useWords(OVERVIEW)
  const { hours, keys } = overview
  const plots = useMemo(
    () => ({
      checks: plotOfHours(overview.hours, t.checks.series, overview.hours.executions, f),
      attacks: plotOfHours(overview.hours, t.attacks.series, overview.hours.attacks_blocked, f),
      refusals: plotOfRefusals(overview, t.refusals, f),
      active: plotOfActive(overview.days, t.active.series, f),
      ends: plotOfEnds(overview.ends, t.ends.series, f),
    }),
    [overview, t, f],
  )
  /** The texts of a plot, with the sum of its values. */
  const of = (name: 'checks' | 'refusals' | 'attacks' | 'ends', values: readonly number[]) => ({
    ...t[name],
    summary: t[name].summary(f.number(sumOf(values))),
    isTable,
  })
  const { plot: ends, days } = plots.ends
  const linkToDay = (place: number) => {
    const day = days[place] ?? ''
    return (ends.series[0]?.values[place] ?? 0) === 0 ? null : (
      <Link
        to="/projects/$projectId/keys"
        params={{ projectId }}
        search={{ state: ['active', 'unused'], from: day, to: day, sort: 'ends', order: 'asc' }}
        aria-label={t.showKeysOf(ends.names[place] ?? '')}
      >
        {t.showKeys}
      </Link>
    )
  }
  const refused = plots.refusals.series.flatMap(({ values }) => values)
  return (
    <>
      <Plot {...of('checks', hours.executions)} data={plots.checks} />
      <Plot {...t.active} isTable={isTable} data={plots.active} />
      <Plot {...of('refusals', refused)} data={plots.refusals} />
      <Plot {...of('attacks', hours.attacks_blocked)} data={plots.attacks} />
      <Plot {...of('ends', ends.series[0]?.values ?? [])} data={ends} linkOf={linkToDay} />
      <Sales projectId={projectId} now={overview.at} isTable={isTable} />
      <KeyStates projectId={projectId} keys={keys} />
    </>
  )
}

interface SalesProps {
  readonly projectId: string
  readonly now: number
  readonly isTable: boolean
}

/** What live shops have sold. Renders nothing for a project without shops. */
function Sales({ projectId, now, isTable }: SalesProps) {
  const { t, f } = useWords(OVERVIEW)
  const params = { project_id: projectId }
  const { data: shops } = useQuery(queryOf('listShops', { params }))
  const { data } = useQuery({
    ...queryOf('getSales', { params, query: { weeks: SALES_WEEKS } }),
    refetchInterval: READ_EVERY_MS,
  })
  const plot = useMemo(() => data && plotOfSales(data.weeks, now, t.sales.series, f), [data, now, t, f])
  if (plot === undefined || shops === undefined || shops.shops.length === 0) return null
  return <Plot {...t.sales} isTable={isTable} data={plot} />
}
