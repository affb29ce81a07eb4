import type { StoredBy } from '@latchkey/client'
import { useEffect, useId, useState } from 'react'
import { useApp } from '../app-context.ts'
import styles from './RememberKeyOption.module.css'

/**
 * A checkbox, shown before the first activation, that decides whether the key is stored. Hidden
 * when the key would be stored in a keyring.
 */
export function RememberKeyOption() {
  const { bridge, messages } = useApp()
  const [storedBy, setStoredBy] = useState<StoredBy>()
  const [isOffered, setIsOffered] = useState(false)
  const id = useId()

  useEffect(() => {
    void bridge.license.wouldBeStoredBy().then((answer) => {
      setStoredBy(answer)
      setIsOffered(answer !== 'keyring')
    })
  }, [bridge])

  async function handleChange(isRemembered: boolean): Promise<void> {
    await bridge.license.setRemembered(isRemembered)
    setStoredBy(await bridge.license.wouldBeStoredBy())
  }

  if (!isOffered || storedBy === undefined) return null
  return (
    <div className={styles['choice']}>
      <input
        id={id}
        type="checkbox"
        checked={storedBy !== 'nothing'}
        onChange={(event) => void handleChange(event.target.checked)}
        aria-describedby={`${id}-text`}
      />
      <label htmlFor={id}>{messages.gate.storeKey}</label>
      <p id={`${id}-text`}>
        {storedBy === 'nothing' ? messages.license.storedByText.nothing : messages.gate.withoutKeyring}
      </p>
    </div>
  )
}
