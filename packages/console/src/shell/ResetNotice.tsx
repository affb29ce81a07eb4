import { Link } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { useFormats, useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './ResetNotice.module.css'

/** Tells owners, on every page, whose sign-in a one-time link has reset within the last 24 hours. */
export function ResetNotice() {
  const t = useTexts(SHELL).proof
  const { moment } = useFormats()
  const { waiting, person: me } = useSession()
  if (waiting.length === 0) return null
  return (
    <aside className={styles['notice']}>
      {waiting.map(({ person_id: id, email, reset_at: at, waits_until: until }) => (
        <p key={id}>
          {id === me.id ? (
            t.waits(moment(until))
          ) : (
            <>
              {t.ofOther(email, moment(at), moment(until))} <Link to="/people">{t.toPeople}</Link>
            </>
          )}
        </p>
      ))}
    </aside>
  )
}
