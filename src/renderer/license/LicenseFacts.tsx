import type { LicensedView } from '../../shared/license-view.ts'
import { useApp } from '../app-context.ts'
import styles from './LicenseFacts.module.css'
import { timeLeft } from './time-left.ts'
import { useServiceTime } from './use-service-time.ts'

/** What the service said about the license, as a list of terms and their values. */
export function LicenseFacts({ license }: { readonly license: LicensedView }) {
  const { words, formats } = useApp()
  const now = useServiceTime(license)
  const text = words.license
  const { note, expiresAt } = license
  return (
    <dl className={styles['facts']}>
      <div className={styles['whole']}>
        <dt>{text.note}</dt>
        <dd>{note === '' ? text.noNote : note}</dd>
      </div>
      <div className={styles['whole']}>
        <dt>{text.expires}</dt>
        <dd>
          {expiresAt === 'never' ? (
            text.never
          ) : (
            <>
              <time dateTime={new Date(expiresAt * 1000).toISOString()}>{formats.moment(expiresAt)}</time>{' '}
              <span className={styles['left']}>{timeLeft(expiresAt - now, text, formats)}</span>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{text.executions}</dt>
        <dd>{formats.number(license.executions)}</dd>
      </div>
      <div>
        <dt>{text.lastChecked}</dt>
        <dd>{formats.moment(license.checkedAt)}</dd>
      </div>
      <div className={styles['whole']}>
        <dt>{text.kept}</dt>
        <dd>{text.keptBy[license.keptBy]}</dd>
      </div>
    </dl>
  )
}
