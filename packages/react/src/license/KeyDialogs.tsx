import type { LicensedView, StoredBy } from '@latchkey/client'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { CopyButton } from '../design/CopyButton.tsx'
import { Dialog } from '../design/Dialog.tsx'
import styles from './dialogs.module.css'

interface ForgetDialogProps {
  readonly license: LicensedView
  readonly onClose: () => void
}

export function ForgetDialog({ license, onClose }: ForgetDialogProps) {
  const { bridge, messages } = useApp()
  const { forgetText, forgetOrRelease } = messages.license
  const ofKey = license.hasDevices ? forgetText.with(1, forgetOrRelease) : forgetText
  return (
    <Dialog
      title={messages.license.forgetHeading}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{messages.license.forgetKeep}</Button>
          <Button look="danger" onClick={() => void bridge.license.forget()}>
            {messages.license.forgetConfirm}
          </Button>
        </>
      }
    >
      <ul className={styles['points']}>
        {(license.isTrial ? messages.trial.forgetText : ofKey).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Dialog>
  )
}

interface StoredKeyDialogProps {
  readonly storedBy: StoredBy
  readonly onClose: () => void
}

export function StoredKeyDialog({ storedBy, onClose }: StoredKeyDialogProps) {
  const { bridge, messages } = useApp()
  const text = messages.license
  const isStored = storedBy !== 'nothing'
  return (
    <Dialog
      title={text.aboutKey}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void bridge.license.setRemembered(!isStored)}>
            {isStored ? text.askEveryTime : text.remember}
          </Button>
          <Button look="primary" onClick={onClose}>
            {messages.actions.close}
          </Button>
        </>
      }
    >
      <p className={styles['answer']}>{text.storedBy[storedBy]}</p>
      <p>{text.storedByText[storedBy]}</p>
      <div className={styles['aside']}>
        <CopyButton look="quiet" label={text.copyKeyEnding} copy={bridge.license.copyKeyEnding} />
      </div>
    </Dialog>
  )
}
