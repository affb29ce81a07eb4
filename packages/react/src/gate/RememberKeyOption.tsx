import type { KeptBy } from '@latchkey/client'
import { useEffect, useId, useState } from 'react'
import { useApp } from '../app-context.ts'
import styles from './RememberKeyOption.module.css'

/**
 * Before there is a key: on a system without a keyring, whether it may rest here all the same. Where there is a keyring
 * nobody needs to think about it, unless they have chosen to be asked every time.
 */
export function RememberKeyOption() {
  const { bridge, messages } = useApp()
  const [keptBy, setKeptBy] = useState<KeptBy>()
  const [isOffered, setIsOffered] = useState(false)
  const id = useId()

  useEffect(() => {
    let isGone = false
    void bridge.license.wouldKeepBy().then((answer) => {
      if (isGone) return
      setKeptBy(answer)
      setIsOffered(answer !== 'keyring')
    })
    return () => {
      isGone = true
    }
  }, [bridge])

  async function handleChange(isRemembered: boolean): Promise<void> {
    await bridge.license.setRemembered(isRemembered)
    setKeptBy(await bridge.license.wouldKeepBy())
  }

  if (!isOffered || keptBy === undefined) return null
  return (
    <div className={styles['choice']}>
      <input
        id={id}
        type="checkbox"
        checked={keptBy !== 'nothing'}
        onChange={(event) => void handleChange(event.target.checked)}
        aria-describedby={`${id}-text`}
      />
      <label htmlFor={id}>{messages.gate.keepKey}</label>
      <p id={`${id}-text`}>{messages.license.keptByText[keptBy]}</p>
    </div>
  )
}
