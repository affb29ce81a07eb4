import type { LicensedView } from '@latchkey/client'
import { useEffect, useState } from 'react'

const REFRESH_MS = 60_000

/**
 * Unix seconds of the service's clock, once a minute.
 * Counted on from the view with a clock that nobody can set: the computer's own date may be wrong.
 */
export function useServiceTime({ serviceTime }: Pick<LicensedView, 'serviceTime'>): number {
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
