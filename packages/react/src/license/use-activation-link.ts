import { useEffect, useEffectEvent } from 'react'
import { useApp } from '../app-context.ts'

/** Hands over the key of an activation link, one that waited for this page or one that arrives while it is open. */
export function useActivationLink(onKey: (key: string) => void): void {
  const { bridge } = useApp()
  const handOver = useEffectEvent((key: string | null) => {
    if (key !== null) onKey(key)
  })
  useEffect(() => {
    const take = () => void bridge.license.takeLink().then(handOver)
    take()
    return bridge.license.onLinkArrived(take)
  }, [bridge])
}
