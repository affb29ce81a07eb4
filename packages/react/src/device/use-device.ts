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
    bridge.device.view().then(setDevice, () => setDevice('unreadable'))
  }, [bridge])
  return device
}
