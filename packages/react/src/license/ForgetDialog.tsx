import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { Dialog } from '../design/Dialog.tsx'
import styles from './dialogs.module.css'

/** Asks before the key leaves this device, and says what that does and what it does not do. */
export function ForgetDialog({ onClose }: { readonly onClose: () => void }) {
  const { bridge, words } = useApp()
  return (
    <Dialog
      title={words.license.forgetHeading}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.license.forgetKeep}</Button>
          <Button look="danger" onClick={() => void bridge.license.forget()}>
            {words.license.forgetConfirm}
          </Button>
        </>
      }
    >
      <ul className={styles['points']}>
        {words.license.forgetText.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Dialog>
  )
}
