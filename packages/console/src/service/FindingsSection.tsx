import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import type { Answer } from '../api/send.ts'
import { Section } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Skeleton, useIsSlow } from '../components/Skeleton.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { useTexts } from '../messages/messages.ts'
import styles from './FindingsSection.module.css'
import { SERVICE } from './texts.ts'

const TONES = { ok: 'good', problem: 'problem', skipped: 'neutral' } as const
const toneOf = (status: string) => TONES[status as keyof typeof TONES] ?? 'neutral'

/** What `doctor` finds, problems first, each with what to do. */
export function FindingsSection() {
  const t = useTexts(SERVICE).findings
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf('examineService', {}),
    // The request makes the service send requests to its addresses, so it runs only when somebody
    // asks.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const isSlow = useIsSlow(isFetching)
  const outcome = failureOf(error)
  const problems = data?.findings.filter(({ status }) => status === 'problem').length ?? 0
  const isForeign = outcome?.kind === 'refused' && outcome.code === 'NOT_OPERATOR'
  return (
    <Section
      title={t.title}
      lead={t.lead}
      actions={
        !isForeign && (
          <Button aria-disabled={isFetching} onClick={() => !isFetching && void refetch()}>
            {t.examine}
          </Button>
        )
      }
    >
      <p role="status" className={styles['summary']}>
        {isSlow ? t.examining : data && (problems === 0 ? t.well : t.problems(problems))}
      </p>
      {isForeign ? (
        <Command text={t.notOperator} command="latchkey-service doctor --help" />
      ) : (
        <Problem of={outcome} />
      )}
      {data === undefined && isFetching && <Skeleton lines={5} />}
      {data !== undefined && (
        <>
          <ul className="stack">
            {data.findings
              .toSorted((a, b) => Number(b.status === 'problem') - Number(a.status === 'problem'))
              .map((finding) => (
                <FindingItem key={finding.check} finding={finding} />
              ))}
          </ul>
          <Command text={t.byHand} command="latchkey-service doctor --backup PATH" />
        </>
      )}
    </Section>
  )
}

type Finding = Answer<'examineService'>['findings'][number]

/**
 * Shows a finding. If its code is of a later service and not known here, the text is in English.
 */
function FindingItem({ finding }: { readonly finding: Finding }) {
  const t = useTexts(SERVICE).findings
  const { check, status, code, values } = finding
  const known = t.codes[code]
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
  const [message, remedy] = known?.map(fill) ?? [finding.message, finding.remedy]
  return (
    <li className={styles['finding']}>
      <StateBadge tone={toneOf(status)}>{t.states[status] ?? status}</StateBadge>
      <div lang={known === undefined ? 'en' : undefined}>
        <strong>{t.checks[check] ?? check}</strong> <span>{message}</span>
        {remedy !== undefined && (
          <p className={styles['remedy']}>
            {t.remedy} {remedy}
          </p>
        )}
      </div>
    </li>
  )
}

const Command = ({ text, command }: { readonly text: string; readonly command: string }) => (
  <p className={styles['summary']}>
    {text} <code>{command}</code>
  </p>
)
