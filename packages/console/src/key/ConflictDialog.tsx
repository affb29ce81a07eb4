import type { EventRecord, KeyRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useRef } from 'react'
import { Dialog } from '../components/Dialog.tsx'
import { useWords } from '../messages/messages.ts'
import styles from './ConflictDialog.module.css'
import { useKeyParts } from './key-context.ts'
import { NEVER } from './standing.ts'
import { KEY } from './texts.ts'
import { useActorName } from './use-actor-name.ts'

/** What people change, in the order of the page. */
const comparedOf = ({ details, note, chat }: typeof KEY.en) =>
  [
    ['auth_expire', details.ends],
    ['vendor_note', note.labels.vendor_note],
    ['note', note.labels.note],
    ['chat_id', chat.label],
    ['identifier', details.computer],
    ['features', details.features],
    ['updates_until', details.updates],
    ['perpetual', details.perpetual],
    ['trial', details.trial],
    ['stopped', details.stopped],
    ['banned', details.banned],
    ['ban_reason', details.banReason],
    ['ban_expire', details.bannedUntil],
  ] as const
type Compared = ReturnType<typeof comparedOf>[number][0]

/** Asks whether a change is still wanted, with both versions beside each other. */
export function ConflictDialog({ events }: { readonly events: readonly EventRecord[] }) {
  const { changes } = useKeyParts()
  const { t, f } = useWords(KEY)
  const actorName = useActorName()
  const keepRef = useRef<HTMLButtonElement>(null)
  const { conflict } = changes
  if (conflict === undefined) return null

  const { seen, now, change, decide } = conflict
  const last = events.findLast(({ kind }) => kind !== 'refused')
  const changed = comparedOf(t).filter(([field]) => String(seen[field]) !== String(now[field]))

  function show(record: KeyRecord, field: Compared): string {
    const value = record[field]
    if (field === 'banned' || typeof value === 'boolean') {
      return value === 1 || value === true ? t.details.yes : t.details.no
    }
    if (field === 'stopped' && value !== '') return t.stop.causes[String(value)] ?? String(value)
    if (typeof value === 'object') return f.list(value) || t.conflict.empty
    if (value === '' || value === 0) return t.conflict.empty
    if (value === NEVER) return t.details.never
    return typeof value === 'number' ? f.longMoment(value) : value
  }

  return (
    <Dialog
      wide
      role="alertdialog"
      title={t.conflict.title}
      focusRef={keepRef}
      onClose={() => decide(false)}
      actions={
        <>
          <Button ref={keepRef} onClick={() => decide(false)}>
            {t.conflict.keep}
          </Button>
          <Button look="danger" onClick={() => decide(true)}>
            {t.conflict.anyway}
          </Button>
        </>
      }
    >
      <p>
        {t.conflict.lead} {last !== undefined && t.conflict.by(actorName(last), f.time(last.at))}
      </p>
      <table className={styles['versions']}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t.conflict.before}</th>
            <th scope="col">{t.conflict.now}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map(([field, name]) => (
            <tr key={field}>
              <th scope="row">{name}</th>
              <td>{show(seen, field)}</td>
              <td>{show(now, field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles['yours']}>
        <strong>{t.conflict.yours}:</strong> {t.conflict.describe(change, f)}
      </p>
    </Dialog>
  )
}
