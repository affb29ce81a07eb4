import type { KeptBy } from '@latchkey/client'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { CopyButton } from '../design/CopyButton.tsx'
import { Dialog } from '../design/Dialog.tsx'
import styles from './dialogs.module.css'

export interface StoredKeyDialogProps {
  readonly keptBy: KeptBy
  readonly onClose: () => void
}

/** Shows how the key is stored, and lets the user choose whether it is stored. */
export function StoredKeyDialog({ keptBy, onClose }: StoredKeyDialogProps) {
  const { bridge, messages } = useApp()
  const text = messages.license
  const isKept = keptBy !== 'nothing'
  return (
    <Dialog
      title={text.aboutKey}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void bridge.license.setRemembered(!isKept)}>
            {isKept ? text.askEveryTime : text.remember}
          </Button>
          <Button look="primary" onClick={onClose}>
            {messages.actions.close}
          </Button>
        </>
      }
    >
      <p className={styles['answer']}>{text.keptBy[keptBy]}</p>
      <p>{text.keptByText[keptBy]}</p>
      <div className={styles['aside']}>
        <CopyButton look="quiet" label={text.copyKeyEnding} copy={bridge.license.copyKeyEnding} />
      </div>
    </Dialog>
  )
}
