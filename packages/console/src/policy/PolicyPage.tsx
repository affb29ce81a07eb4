import type { ProjectSettings } from '@latchkey/management'
import { type PlayedEvent, playPolicies } from '@latchkey/management/policy'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { failureOf } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import { BackLink } from '../components/BackLink.tsx'
import { Page, Section } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { useFormats, useTexts, useWords } from '../messages/messages.ts'
import { Plot } from '../overview/Plot.tsx'
import { OVERVIEW } from '../overview/texts.ts'
import { PolicyFields } from './PolicyFields.tsx'
import { plotOfPolicies } from './plot-of-policies.ts'
import { firstForm, isSame, MOST_POLICIES, readPolicies, todayOf } from './policies.ts'
import { POLICY } from './texts.ts'
import { usePolicyEvents } from './use-policy-events.ts'

/** What the users of a project would have met under other settings, from its events of a year. */
export function PolicyPage() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/policy' })
  const t = useTexts(POLICY)
  const { number } = useFormats()
  const settings = useQuery(queryOf('getProjectSettings', { params: { project_id: projectId } }))
  const { events, error, count } = usePolicyEvents(projectId)
  const failure = error ?? settings.error
  const back = (
    <BackLink to="overview" projectId={projectId}>
      {t.back}
    </BackLink>
  )
  if (events !== undefined && settings.data !== undefined) {
    return <Simulator events={events} settings={settings.data} back={back} />
  }
  return (
    <Page title={t.title} lead={back}>
      <Problem of={failureOf(failure)} />
      {failure === null && (
        <>
          <Skeleton lines={6} />
          <p role="status">{count > 0 && t.reading(number(count))}</p>
        </>
      )}
    </Page>
  )
}

interface SimulatorProps {
  readonly events: readonly PlayedEvent[]
  readonly settings: ProjectSettings
  readonly back: ReactNode
}

function Simulator({ events, settings, back }: SimulatorProps) {
  const t = useTexts(POLICY)
  const overview = useWords(OVERVIEW).t
  const { number } = useFormats()
  const today = useMemo(() => todayOf(settings), [settings])
  const [isTable, setTable] = useState(false)
  const [form, setForm] = useState(() => firstForm(settings))
  /** The settings that are shown: the last form without a problem. */
  const [shown, setShown] = useState(form)
  const read = readPolicies(form, today)
  const problem = 'field' in read ? read : undefined
  const { plot, played, ofToday } = useMemo(() => {
    const found = readPolicies(shown, today)
    const policies = 'field' in found ? [today] : found
    const played = playPolicies(events, policies)
    const place = policies.findIndex((policy) => isSame(policy, today))
    return {
      played,
      ofToday: played.policies[place] ?? played.happened,
      plot: plotOfPolicies({ policies, today, played }, t, number),
    }
  }, [events, today, shown, t, number])
  const errorOf = (field: keyof typeof form): string | undefined => {
    if (problem?.field !== field) return undefined
    const { found } = problem
    return found === undefined ? t.problems[field] : t.problems.many(number(MOST_POLICIES), number(found))
  }
  return (
    <Page
      title={t.title}
      width="columns"
      lead={back}
      actions={
        <Button onClick={() => setTable(!isTable)}>{isTable ? overview.asPlots : overview.asTables}</Button>
      }
    >
      <p>{t.lead(number(events.length), number(played.keys))}</p>
      <PolicyFields
        form={form}
        onChange={(next) => {
          setForm(next)
          if (!('field' in readPolicies(next, today))) setShown(next)
        }}
        errorOf={errorOf}
      />
      <Plot
        title={t.plot.title}
        empty={t.plot.empty}
        summary={t.summary(number(ofToday.mails), number(played.happened.mails))}
        data={plot}
        isTable={isTable}
        head={t.settings}
        rest={t.ticks}
        value={(_count, text) => text}
      />
      {played.cutKeys > 0 && <p>{t.cut(number(played.cutKeys))}</p>}
      <Section title={t.meaning.title}>
        <p>{t.meaning.mails}</p>
        <p>{t.meaning.limits}</p>
      </Section>
    </Page>
  )
}
