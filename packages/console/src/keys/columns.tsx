import type { KeyRecord } from '@latchkey/management'
import { Link } from '@tanstack/react-router'
import { createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import { useFormats, useTexts } from '../messages/messages.ts'
import { Day, Ends, KeyStateBadge, KeyText } from './cells.tsx'
import styles from './KeysGrid.module.css'
import { KEYS } from './texts.ts'

export const features = tableFeatures({ rowSortingFeature })

const column = createColumnHelper<typeof features, KeyRecord>()

/**
 * The columns, in the order of the table. The ID of one that can be sorted is the API's name of the
 * order. Narrow windows hide columns by their ID: see KeysGrid.module.css.
 */
export const columns = column.columns([
  column.accessor('user_key', {
    id: 'created',
    header: () => <Head of="key" />,
    cell: ({ row }) => <KeyText of={row.original} />,
  }),
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

/** The customer, the vendor note, and in a fainter colour the note that the customer sees. */
function Notes({ of }: { readonly of: KeyRecord }) {
  const { customer_id, customer_email = '', vendor_note, note } = of
  const { notes } = useTexts(KEYS).cells
  return (
    <>
      {customer_id !== undefined && (
        // No tab stop: the rows take the focus, and the page of the key has this link, too.
        <Link to="/customers/$customerId" params={{ customerId: customer_id }} tabIndex={-1}>
          {customer_email}
        </Link>
      )}
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

function Count({ of }: { readonly of: number }) {
  return useFormats().number(of)
}
