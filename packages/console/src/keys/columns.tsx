import type { KeyRecord } from '@latchkey/management'
import { createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import { StateBadge } from '../components/StateBadge.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import styles from './KeysGrid.module.css'
import { KEYS } from './texts.ts'

export const features = tableFeatures({ rowSortingFeature })

const column = createColumnHelper<typeof features, KeyRecord>()

/**
 * The columns, in the order of the table. The ID of one that can be sorted is the API's name of the
 * order. Narrow windows hide columns by their ID: see KeysGrid.module.css.
 */
export const columns = column.columns([
  column.accessor('user_key', { id: 'created', header: () => <Head of="key" />, cell: KeyCell }),
  column.accessor('state', {
    id: 'state',
    header: () => <Head of="state" />,
    cell: ({ row }) => <KeyStateBadge of={row.original} />,
    enableSorting: false,
  }),
  column.accessor('note', {
    id: 'note',
    header: () => <Head of="note" />,
    cell: ({ row }) => <Notes of={row.original} />,
    enableSorting: false,
  }),
  column.accessor('auth_expire', {
    id: 'ends',
    header: () => <Head of="ends" />,
    cell: ({ row }) => <Ends of={row.original} />,
  }),
  column.accessor('identifier', {
    id: 'device',
    header: () => <Head of="device" />,
    cell: ({ getValue }) => <code>{getValue()}</code>,
    enableSorting: false,
  }),
  column.accessor('chat_id', { id: 'chat', header: () => <Head of="chatId" />, enableSorting: false }),
  column.accessor('last_reset', {
    id: 'last_reset',
    header: () => <Head of="lastReset" />,
    cell: ({ getValue }) => <Day at={getValue()} />,
  }),
  column.accessor('features', {
    id: 'features',
    header: () => <Head of="opens" />,
    cell: ({ row }) => <Opens of={row.original} />,
    enableSorting: false,
  }),
  column.accessor('offline_until', {
    id: 'offline',
    header: () => <Head of="offline" />,
    cell: ({ getValue }) => <Day at={getValue()} />,
    enableSorting: false,
  }),
  column.accessor('total_executions', {
    id: 'executions',
    header: () => <Head of="executions" />,
    cell: ({ getValue }) => <Count of={getValue()} />,
  }),
])

function Head({ of }: { readonly of: keyof typeof KEYS.en.columns }) {
  return useTexts(KEYS).columns[of]
}

function KeyCell({ getValue }: { readonly getValue: () => string }) {
  const t = useTexts(KEYS)
  const key = getValue()
  return key === '' ? <i>{t.cells.noKey}</i> : <code>{key}</code>
}

const TONES = { active: 'good', unused: 'neutral', expired: 'caution', banned: 'problem' } as const

/** Shows the state. A working trial is shown as a trial; other states of a trial say more. */
function KeyStateBadge({ of: { state, trial } }: { readonly of: KeyRecord }) {
  const t = useTexts(KEYS)
  const name = trial && state === 'active' ? t.cells.trial : t.filters.states[state]
  return <StateBadge tone={TONES[state]}>{name}</StateBadge>
}

/** The customer, the vendor note, and in a fainter colour the note that the customer sees. */
function Notes({ of: { customer_email = '', vendor_note, note } }: { readonly of: KeyRecord }) {
  const { notes } = useTexts(KEYS).cells
  return (
    <>
      {customer_email}
      {customer_email !== '' && vendor_note + note !== '' && ' · '}
      {vendor_note !== '' && <span title={notes.vendor}>{vendor_note}</span>}
      {vendor_note !== '' && note !== '' && ' · '}
      {note !== '' && (
        <span className={styles['faint']} title={notes.customer}>
          {note}
        </span>
      )}
    </>
  )
}

/** The features of the key itself, and whether it works after its end. */
function Opens({ of: { features, perpetual } }: { readonly of: KeyRecord }) {
  const t = useTexts(KEYS)
  return [...features, ...(perpetual ? [t.cells.perpetual] : [])].join(', ')
}

function Ends({ of: { auth_expire, key_days } }: { readonly of: KeyRecord }) {
  const t = useTexts(KEYS)
  const formats = useFormats()
  if (auth_expire > 0) return <Day at={auth_expire} />
  if (key_days > 0) return t.cells.daysAfterUse(formats.number(key_days))
  return <span className={styles['faint']}>{auth_expire < 0 ? t.cells.never : t.cells.notStarted}</span>
}

/** A day, with the time as a tooltip. Renders nothing for 0. */
function Day({ at }: { readonly at: number }) {
  const formats = useFormats()
  if (at <= 0) return null
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={formats.moment(at)}>
      {formats.shortDate(at)}
    </time>
  )
}

function Count({ of }: { readonly of: number }) {
  return useFormats().number(of)
}
