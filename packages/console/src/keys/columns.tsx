import type { KeyRecord, KeySort } from '@latchkey/management'
import type { ReactNode } from 'react'
import { StateBadge } from '../components/StateBadge.tsx'
import { useWords } from '../messages/messages.ts'
import styles from './KeysGrid.module.css'
import { KEYS } from './texts.ts'

interface Column {
  /** Narrow windows hide columns by it: see KeysGrid.module.css. */
  readonly id: string
  readonly head: string
  /** The API's name of the order. Absent: the column cannot be sorted. */
  readonly sort?: KeySort
  readonly cellOf: (key: KeyRecord) => ReactNode
}

const TONES = { active: 'good', unused: 'neutral', expired: 'caution', banned: 'problem' } as const

/** The columns, in the order of the table. */
export function useColumns(): readonly Column[] {
  const { t, f } = useWords(KEYS)
  const { columns, cells, filters } = t

  /** A day, with the time on top of it for those who point at it. Nothing for 0. */
  const day = (at: number) =>
    at > 0 && (
      <time dateTime={new Date(at * 1000).toISOString()} title={f.moment(at)}>
        {f.shortDate(at)}
      </time>
    )
  function endOf({ auth_expire, key_days }: KeyRecord): ReactNode {
    if (auth_expire > 0) return day(auth_expire)
    if (key_days > 0) return cells.daysAfterUse(f.number(key_days))
    return <span className={styles['faint']}>{auth_expire < 0 ? cells.never : cells.notStarted}</span>
  }
  /** A trial that works is named as one; its other states say more. */
  const stateOf = ({ state, trial }: KeyRecord): string =>
    trial && state === 'active' ? cells.trial : filters.states[state]
  /** Its own features, and whether it goes on working after its end. */
  const opensOf = ({ features, perpetual }: KeyRecord): string =>
    [...features, ...(perpetual ? [cells.perpetual] : [])].join(', ')

  return [
    {
      id: 'created',
      head: columns.key,
      sort: 'created',
      cellOf: ({ user_key: key }) => (key === '' ? <i>{cells.noKey}</i> : <code>{key}</code>),
    },
    {
      id: 'state',
      head: columns.state,
      cellOf: (key) => <StateBadge tone={TONES[key.state]}>{stateOf(key)}</StateBadge>,
    },
    { id: 'note', head: columns.note, cellOf: ({ note }) => note },
    { id: 'ends', head: columns.ends, sort: 'ends', cellOf: endOf },
    { id: 'device', head: columns.device, cellOf: ({ identifier }) => <code>{identifier}</code> },
    { id: 'chat', head: columns.chatId, cellOf: ({ chat_id }) => chat_id },
    {
      id: 'last_reset',
      head: columns.lastReset,
      sort: 'last_reset',
      cellOf: ({ last_reset }) => day(last_reset),
    },
    { id: 'features', head: columns.opens, cellOf: opensOf },
    { id: 'offline', head: columns.offline, cellOf: ({ offline_until }) => day(offline_until) },
    {
      id: 'executions',
      head: columns.executions,
      sort: 'executions',
      cellOf: ({ total_executions }) => f.number(total_executions),
    },
  ]
}
