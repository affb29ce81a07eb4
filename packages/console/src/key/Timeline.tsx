import type { EventRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useMemo } from 'react'
import { failureOf } from '../api/outcome.ts'
import { Section } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { useTexts, useWords } from '../messages/messages.ts'
import styles from './Timeline.module.css'
import { KEY } from './texts.ts'
import { type TimelineEntry, timelineOf } from './timeline.ts'
import { useActorName } from './use-actor-name.ts'

interface TimelineProps {
  /** The events, newest last; undefined while they are read. */
  readonly events: readonly EventRecord[] | undefined
  readonly error: Error | null
  /** All events are shown, not only those of the last 90 days. */
  readonly isWhole: boolean
  readonly onShowWhole: () => void
}

/** The life of the key, the newest day first. */
export function Timeline({ events, error, isWhole, onShowWhole }: TimelineProps) {
  const t = useTexts(KEY)
  const days = useMemo(() => timelineOf(events ?? []), [events])
  const isAllShown = isWhole || events?.[0]?.kind === 'created'
  return (
    <Section title={t.timeline.heading}>
      <Problem of={failureOf(error)} />
      {events === undefined && error === null && <Skeleton lines={5} />}
      {events?.length === 0 && <p>{isWhole ? t.timeline.nothingAtAll : t.timeline.nothing}</p>}
      {days.map(({ day, entries }) => (
        <section key={day} className="stack-tight" aria-label={day}>
          <h3 className="soft">
            <DayName day={day} />
          </h3>
          <ol className="stack-tight">
            {entries.map((entry) => (
              <Entry key={`${entry.to} ${entry.kind} ${entry.code}`} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
      {events !== undefined && !isAllShown && (
        <div>
          <Button onClick={onShowWhole}>{t.timeline.earlier}</Button>
        </div>
      )}
    </Section>
  )
}

/** A day of `timelineOf`: `Today`, `Yesterday`, or its date. */
function DayName({ day }: { readonly day: string }) {
  const { t, f } = useWords(KEY)
  const noon = new Date(`${day}T12:00`)
  const daysAgo = Math.round((new Date().setHours(12, 0, 0, 0) - noon.getTime()) / 86_400_000)
  if (daysAgo === 0) return t.timeline.today
  return daysAgo === 1 ? t.timeline.yesterday : f.fullDate(noon.getTime() / 1_000)
}

/** Each tone has a sign of its own, so that no entry depends on its colour alone. */
const TONES: Readonly<Record<string, readonly [tone: string, sign: string]>> = {
  refused: ['caution', '✕'],
  expired: ['caution', '✕'],
  banned: ['problem', '✕'],
  deleted: ['problem', '✕'],
  linked: ['good', '✓'],
  unbanned: ['good', '✓'],
}

function Entry({ entry }: { readonly entry: TimelineEntry }) {
  const { t, f } = useWords(KEY)
  const actorName = useActorName()
  const [tone, sign] = TONES[entry.kind] ?? ['neutral', '·']
  const time = entry.times === 1 ? f.time(entry.to) : t.timeline.between(f.time(entry.from), f.time(entry.to))
  const name = actorName(entry)
  // Only users are refused, so their name is left out.
  const who = entry.kind === 'refused' ? [] : [entry.actor === 'service' ? name : t.timeline.by(name)]
  return (
    <li className={styles['entry']} data-tone={tone}>
      <span className={styles['sign']} aria-hidden="true">
        {sign}
      </span>
      <div>
        <p>{t.event(entry, f)}</p>
        <p className="soft">{[time, ...who, ...entry.addresses].join(' · ')}</p>
      </div>
    </li>
  )
}
