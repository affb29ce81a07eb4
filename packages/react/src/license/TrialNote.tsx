import type { LicensedView } from '@latchkey/client'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import styles from './TrialNote.module.css'
import { useServiceTime } from './use-service-time.ts'

export interface TrialNoteProps {
  readonly license: LicensedView
  readonly onEnterKey: () => void
}

/** The days that are left of a trial, and the ways to a license. */
export function TrialNote({ license, onEnterKey }: TrialNoteProps) {
  const { bridge, info, messages, formats } = useApp()
  const now = useServiceTime(license)
  const { left, ended, enterKey } = messages.trial
  const seconds = license.expiresAt === 'never' ? 0 : license.expiresAt - now
  const time = formats.duration(seconds) ?? messages.license.lessThanAnHour
  return (
    <div className={styles['note']}>
      <p>{seconds <= 0 ? ended : left(time)}</p>
      {info.helpTopics.includes('shop') && (
        <Button look="quiet" onClick={() => void bridge.app.openHelp('shop')}>
          {messages.actions.help.shop}
        </Button>
      )}
      <Button onClick={onEnterKey}>{enterKey}</Button>
    </div>
  )
}
