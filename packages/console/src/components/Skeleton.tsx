import { useEffect, useState } from 'react'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './Skeleton.module.css'

/** A wait that is shorter is not shown. */
const SHOWN_AFTER_MS = 200

/** Whether a wait has taken so long that it should be shown. */
export function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), SHOWN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isSlow && isWaiting
}

/** Grey lines in the place of texts that are being read. Nothing in the first 200 ms. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  const t = useTexts(SHELL)
  const isSlow = useIsSlow(true)
  return (
    <div className={styles['skeleton']} data-shown={isSlow}>
      {isSlow && (
        <span role="status" className="visually-hidden">
          {t.loading}
        </span>
      )}
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <i key={index} className={styles['line']} />
      ))}
    </div>
  )
}
