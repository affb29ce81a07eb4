import type { KeyRecord } from '@latchkey/management'
import { StateBadge } from '../components/StateBadge.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import styles from './KeysGrid.module.css'
import { KEYS } from './texts.ts'

interface CellProps {
  readonly of: KeyRecord
}

export function KeyText({ of: { user_key } }: CellProps) {
  const t = useTexts(KEYS)
  return user_key === '' ? <i>{t.cells.noKey}</i> : <code>{user_key}</code>
}

const TONES = {
  active: 'good',
  unused: 'neutral',
  expired: 'caution',
  stopped: 'problem',
  banned: 'problem',
} as const

/** Shows the state. A working trial is shown as a trial; other states of a trial say more. */
export function KeyStateBadge({ of: { state, trial } }: CellProps) {
  const t = useTexts(KEYS)
  const name = trial && state === 'active' ? t.cells.trial : t.filters.states[state]
  return <StateBadge tone={TONES[state]}>{name}</StateBadge>
}

/** When the key ends, or how many days it has. */
export function Ends({ of: { auth_expire, key_days } }: CellProps) {
  const t = useTexts(KEYS)
  const formats = useFormats()
  if (auth_expire > 0) return <Day at={auth_expire} />
  if (key_days > 0) return t.cells.daysAfterUse(formats.number(key_days))
  return <span className={styles['faint']}>{auth_expire < 0 ? t.cells.never : t.cells.notStarted}</span>
}

/** A day, with the time as a tooltip. Renders nothing for 0. */
export function Day({ at }: { readonly at: number }) {
  const formats = useFormats()
  if (at <= 0) return null
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={formats.moment(at)}>
      {formats.shortDate(at)}
    </time>
  )
}
