import type { KeptBy } from '@latchkey/client'
import { useEffect, useId, useState } from 'react'
import { useApp } from '../app-context.ts'
import styles from './RememberKeyOption.module.css'

/**
 * A checkbox, shown before the first activation, that decides whether the key is stored. Hidden
 * when the key would be stored in a keyring.
 */
export function RememberKeyOption() {
  const { bridge, messages } = useApp()
  const [keptBy, setKeptBy] = useState<KeptBy>()
  const [isOffered, setIsOffered] = useState(false)
  const id = useId()

  useEffect(() => {
    void bridge.license.wouldKeepBy().then((answer) => {
      setKeptBy(answer)
      setIsOffered(answer !== 'keyring')
    })
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
