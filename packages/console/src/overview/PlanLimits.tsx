import type { Overview } from '@latchkey/management'
import { Section } from '../components/Page.tsx'
import { useWords } from '../messages/messages.ts'
import styles from './Overview.module.css'
import { OVERVIEW } from './texts.ts'

/** The service sends this number if there is no limit. */
const UNLIMITED = 2 ** 31 - 1
const NAMES = ['users', 'scripts', 'obfuscations'] as const

/** What the account has used of its plan. */
export function PlanLimits({ plan: { code, used, limits, reset_at } }: Pick<Overview, 'plan'>) {
  const { t, f } = useWords(OVERVIEW)
  return (
    <Section title={t.plan.title} lead={t.plan.lead(code)}>
      <dl className={styles['meters']}>
        {NAMES.map((name) => {
          const [count, limit] = [used[name], limits[name]]
          const hasLimit = limit < UNLIMITED
          const text = hasLimit
            ? t.plan.of(f.number(count), f.number(limit))
            : t.plan.unlimited(f.number(count))
          const isFull = hasLimit && count >= limit
          return (
            <div key={name}>
              <dt>{t.plan.names[name]}</dt>
              <dd>
                {text}
                {hasLimit && (
                  <meter
                    className={styles['meter']}
                    aria-label={t.plan.names[name]}
                    max={Math.max(1, limit)}
                    value={Math.min(count, limit)}
                    data-full={isFull}
                  />
                )}
                {isFull && <p className={styles['full']}>{t.plan.full}</p>}
                {name === 'obfuscations' && <p>{t.plan.reset(f.date(reset_at))}</p>}
              </dd>
            </div>
          )
        })}
      </dl>
    </Section>
  )
}
