import type { DeviceView } from '@latchkey/client'
import { useEffect, useState } from 'react'
import { useApp } from '../app-context.ts'

/** The device as the main process sees it; undefined until it is known, `unreadable` when it cannot be. */
export function useDevice(): DeviceView | 'unreadable' | undefined {
  const { bridge } = useApp()
  const [device, setDevice] = useState<DeviceView | 'unreadable'>()
  useEffect(() => {
    let isGone = false
    const show = (known: DeviceView | 'unreadable') => {
      if (!isGone) setDevice(known)
    }
    bridge.device.view().then(show, () => show('unreadable'))
    return () => {
      isGone = true
    }
  }, [bridge])
  return device
}
