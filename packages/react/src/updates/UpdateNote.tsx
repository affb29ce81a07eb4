import type { UpdateView } from '@latchkey/client/bridge'
import { useEffect, useState } from 'react'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { RenewButton } from '../license/RenewButton.tsx'
import styles from './UpdateNote.module.css'

/** Shows a newer version and its release notes. Renders nothing if there is none. */
export function UpdateNote() {
  const { bridge, messages, formats } = useApp()
  const update = useUpdate()
  if (update.kind === 'none') return null
  if (update.kind === 'failed')
    return <p className={styles['note']}>{messages.update.failures[update.failure]}</p>
  if (update.kind === 'downloading') {
    return <p className={styles['note']}>{messages.update.downloading(update.version, update.percent)}</p>
  }
  if (update.kind === 'not-covered') {
    return (
      <p className={styles['note']}>
        {messages.update.notCovered(update.version, formats.date(update.updatesUntil))} <RenewButton />
      </p>
    )
  }
  const sentence = messages.update[update.kind](update.version)
  const restart = update.kind === 'ready' && (
    <Button look="quiet" onClick={() => void bridge.updates.restart()}>
      {messages.update.restart}
    </Button>
  )
  if (update.notes === '') {
    return (
      <p className={styles['note']}>
        {sentence} {restart}
      </p>
    )
  }
  return (
    <div className={styles['note']}>
      <details>
        <summary>{sentence}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll long notes */}
        <p className={styles['notes']} tabIndex={0}>
          {update.notes}
        </p>
      </details>
      {restart}
    </div>
  )
}

function useUpdate(): UpdateView {
  const { bridge } = useApp()
  const [update, setUpdate] = useState<UpdateView>({ kind: 'none' })
  useEffect(() => {
    const unsubscribe = bridge.updates.onChange(setUpdate)
    // An update that was pushed since the request is newer.
    void bridge.updates.view().then((view) => setUpdate((pushed) => (pushed.kind === 'none' ? view : pushed)))
    return unsubscribe
  }, [bridge])
  return update
}
