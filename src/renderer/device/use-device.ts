import { useEffect, useState } from 'react'
import type { DeviceView } from '../../shared/device-view.ts'
import { useApp } from '../app-context.ts'

/** The device as the main process sees it; undefined until it is known, `unreadable` when it cannot be. */
export function useDevice(): DeviceView | undefined {
  const { bridge } = useApp()
  const [device, setDevice] = useState<DeviceView>()
  useEffect(() => {
    let isGone = false
    bridge.device.view().then(
      (view) => {
        if (!isGone) setDevice(view)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [bridge])
  return device
}
