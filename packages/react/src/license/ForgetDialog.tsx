import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { Dialog } from '../design/Dialog.tsx'
import styles from './dialogs.module.css'

export function ForgetDialog({ onClose }: { readonly onClose: () => void }) {
  const { bridge, messages } = useApp()
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
        {messages.license.forgetText.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Dialog>
  )
}
