import type { KeyRecord } from '@latchkey/management'
import type { Outcome } from '../api/outcome.ts'
import { send } from '../api/send.ts'
import { csvOf } from './csv.ts'
import { type KeysSearch, listOf } from './keys-search.ts'
import type { Selection } from './selection.ts'

/** The number of keys in the largest page of the service. */
const PAGE = 1_000

/** Formats a time by ISO 8601, which spreadsheets read in every country. */
const timeOf = (unixSeconds: number): string =>
  unixSeconds > 0 ? new Date(unixSeconds * 1000).toISOString().replace('.000', '') : ''

const yesOf = (isSo: boolean): string => (isSo ? 'yes' : '')

/** The columns of the file: their names, and the cells of a key. */
const COLUMNS: readonly (readonly [name: string, cellOf: (key: KeyRecord) => string | number])[] = [
  ['user_key', (key) => key.user_key],
  ['state', (key) => key.state],
  ['note', (key) => key.note],
  ['vendor_note', (key) => key.vendor_note],
  ['identifier', (key) => key.identifier],
  ['chat_id', (key) => key.chat_id],
  ['ends', (key) => (key.auth_expire < 0 ? 'never' : timeOf(key.auth_expire))],
  ['key_days', (key) => (key.key_days === 0 ? '' : key.key_days)],
  ['last_reset', (key) => timeOf(key.last_reset)],
  ['total_executions', (key) => key.total_executions],
  ['ban_reason', (key) => key.ban_reason],
  ['stopped', (key) => key.stopped],
  ['trial', (key) => yesOf(key.trial)],
  ['features', (key) => key.features.join(' ')],
  ['updates_until', (key) => timeOf(key.updates_until)],
  ['perpetual', (key) => yesOf(key.perpetual)],
  ['offline_until', (key) => timeOf(key.offline_until)],
  ['customer_email', (key) => key.customer_email ?? ''],
  ['customer_name', (key) => key.customer_name ?? ''],
]

export const headOfFile = (): string => csvOf([COLUMNS.map(([name]) => name)])

/** How far a download has come: what was read is kept, so that it can continue. */
export interface DownloadProgress {
  readonly parts: readonly Blob[]
  readonly done: number
  /** The keys to read by name; undefined: all that match. */
  readonly keys: readonly string[] | undefined
  /** Where the next part begins, if all that match are read. */
  readonly cursor: string | undefined
  /** Has one element while a part is left to read. */
  readonly left: readonly 'next'[]
}

/** The selected keys, or all that match when none is selected by name. */
export const downloadStart = (selection: Selection): DownloadProgress => ({
  parts: [],
  done: 0,
  keys: selection.kind === 'keys' && selection.keys.size > 0 ? [...selection.keys] : undefined,
  cursor: undefined,
  left: ['next'],
})

/** Reads the next thousand keys. */
export async function readNextPart(
  projectId: string,
  search: KeysSearch,
  progress: DownloadProgress,
  signal: AbortSignal,
): Promise<Outcome<DownloadProgress>> {
  const params = { project_id: projectId }
  const { keys, done, cursor } = progress
  if (keys !== undefined) {
    const body = { user_keys: keys.slice(done, done + PAGE) }
    const outcome = await send('findKeys', { params, body }, { signal })
    if (outcome.kind !== 'done') return outcome
    const reached = done + body.user_keys.length
    return after(outcome.answer.keys, { done: reached, left: reached < keys.length ? ['next'] : [] })
  }
  const query = {
    ...listOf(search),
    limit: PAGE,
    ...(cursor !== undefined && { cursor }),
  }
  const outcome = await send('listKeys', { params, query }, { signal })
  if (outcome.kind !== 'done') return outcome
  const { keys: found, next_cursor } = outcome.answer
  return after(found, {
    done: done + found.length,
    cursor: next_cursor,
    left: next_cursor === '' ? [] : ['next'],
  })

  function after(found: readonly KeyRecord[], change: Partial<DownloadProgress>): Outcome<DownloadProgress> {
    // The parts are blobs, which the browser may store outside of the page's memory: a million keys
    // are 150 MB.
    const parts = [
      ...progress.parts,
      new Blob([csvOf(found.map((key) => COLUMNS.map(([, cellOf]) => cellOf(key)))).slice(1)]),
    ]
    return { kind: 'done', answer: { ...progress, parts, ...change } }
  }
}
