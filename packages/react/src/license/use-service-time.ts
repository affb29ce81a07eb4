import type { LicensedView } from '@latchkey/client'
import { useEffect, useState } from 'react'

const REFRESH_MS = 60_000

/**
 * The time of the service in Unix seconds, updated once a minute.
 * Uses the monotonic clock from the time in the view on, because the computer's date may be wrong.
 */
export function useServiceTime({ serviceTime }: LicensedView): number {
  const [now, setNow] = useState(serviceTime)
  useEffect(() => {
    const start = performance.now()
    const refresh = () => setNow(serviceTime + (performance.now() - start) / 1000)
    refresh()
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [serviceTime])
  return now
}
