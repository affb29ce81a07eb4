import { useEffect, useEffectEvent } from 'react'
import { useApp } from '../app-context.ts'

/** Calls `onKey` with the key of each activation link, including one that arrived earlier. */
export function useActivationLink(onKey: (key: string) => void): void {
  const { bridge } = useApp()
  const handleKey = useEffectEvent((key: string | null) => {
    if (key !== null) onKey(key)
  })
  useEffect(() => {
    const take = () => void bridge.license.takeLink().then(handleKey)
    take()
    return bridge.license.onLinkArrived(take)
  }, [bridge])
}
