import { onlineManager } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { send } from '../api/send.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './ConnectionNotice.module.css'

const PROBE_MS = 2_000

/**
 * Shows that the service cannot be reached, and sends requests until it answers. Then waiting
 * queries continue. Requests that change something are never repeated.
 */
export function ConnectionNotice() {
  const t = useTexts(SHELL)
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())

  useEffect(() => {
    if (isOnline) return
    const timer = setInterval(() => send('getSession', {}), PROBE_MS)
    return () => clearInterval(timer)
  }, [isOnline])

  return (
    <div role="status" className={styles['region']}>
      {!isOnline && (
        <p className={styles['notice']} data-notice>
          {t.problems.connection}
        </p>
      )}
    </div>
  )
}

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)
