import type { DeviceView } from '@latchkey/client'
import { useEffect, useState } from 'react'
import { useApp } from '../app-context.ts'

/**
 * The device view of the main process; undefined until it has arrived, `unreadable` after an error.
 */
export function useDevice(): DeviceView | 'unreadable' | undefined {
  const { bridge } = useApp()
  const [device, setDevice] = useState<DeviceView | 'unreadable'>()
  useEffect(() => {
    let isUnmounted = false
    const show = (known: DeviceView | 'unreadable') => {
      if (!isUnmounted) setDevice(known)
    }
    bridge.device.view().then(show, () => show('unreadable'))
    return () => {
      isUnmounted = true
    }
  }, [bridge])
  return device
}
