import type { LicenseView } from '@latchkey/client'
import { useApp } from '../app-context.ts'
import { OutcomePanel } from '../gate/OutcomePanel.tsx'
import { describeOutcome, type NegativeView } from '../gate/outcomes.ts'
import { OfflineButton } from '../offline/OfflineButton.tsx'
import styles from './LicenseNotice.module.css'
import { RenewButton } from './RenewButton.tsx'

/**
 * Shows that the license is lost, ends soon or could not be confirmed. Renders nothing otherwise.
 * The panel below it has the buttons to check again and to enter another key.
 */
export function LicenseNotice({ view }: { readonly view: LicenseView }) {
  const app = useApp()
  const { info, messages, formats } = app

  if (view.kind === 'licensed' && view.source === 'grace') {
    return (
      <div className={styles['quiet']}>
        <p>
          {view.graceEndsAt === undefined
            ? messages.license.graceTextOpen
            : messages.license.graceText(formats.moment(view.graceEndsAt))}
        </p>
        <OfflineButton />
      </div>
    )
  }
  const negativeView = negativeViewOf(view)
  if (negativeView !== undefined) {
    const outcome = describeOutcome(negativeView, app, info.helpTopics, {
      // A license that is lost can be moved back at the gate, which opens soon.
      canMove: view.kind === 'licensed',
    })
    return <OutcomePanel key={outcome.code} outcome={outcome} />
  }
  if (view.kind === 'licensed' && view.isRenewalDue === true && view.offlineUntil !== undefined) {
    return (
      <div className={styles['quiet']}>
        <p role="status">{messages.offline.endsAt(formats.moment(view.offlineUntil))}</p>
        <OfflineButton label={messages.offline.renew} />
      </div>
    )
  }
  // The panel counts the days of a trial all the time.
  const isReminded = view.kind === 'licensed' && view.reminder !== undefined && !view.isTrial
  if (isReminded && view.expiresAt !== 'never') {
    const time = formats.duration(view.expiresAt - view.serviceTime) ?? messages.license.lessThanAnHour
    return (
      <div className={styles['quiet']}>
        <p role="status">{messages.license.endsIn(time)}</p>
        <RenewButton />
      </div>
    )
  }
  return null
}

function negativeViewOf(view: LicenseView): NegativeView | undefined {
  if (view.kind === 'licensed') return view.isChecking ? undefined : view.notice
  return view.kind === 'refused' || view.kind === 'unreachable' ? view : undefined
}
