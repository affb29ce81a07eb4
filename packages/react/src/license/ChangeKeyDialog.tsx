import type { LicenseView } from '@latchkey/client'
import { useEffect, useRef, useState } from 'react'
import { useApp, useLicense } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { Dialog } from '../design/Dialog.tsx'
import { KeyForm } from '../gate/KeyForm.tsx'
import { describeOutcome } from '../gate/outcomes.ts'
import styles from './dialogs.module.css'

export interface ChangeKeyDialogProps {
  /** The key of an activation link; empty if the user opened the dialog. */
  readonly newKey: string
  readonly onClose: () => void
}

/** Replaces the key. The present license stays until the service has confirmed the new key. */
export function ChangeKeyDialog({ newKey, onClose }: ChangeKeyDialogProps) {
  const app = useApp()
  const { bridge, info, messages } = app
  const view = useLicense()
  const [text, setText] = useState(newKey)
  /** The view when the key was sent. Later views are the answer. */
  const [sentAt, setSentAt] = useState<LicenseView>()
  const fieldRef = useRef<HTMLTextAreaElement>(null)

  const isTrial = view.kind === 'licensed' && view.isTrial === true
  const isChecking = view.kind === 'checking' || (view.kind === 'licensed' && view.isChecking)
  const answer = sentAt !== undefined && view !== sentAt && !isChecking ? view : undefined
  const notice = answer?.kind === 'licensed' ? answer.notice : undefined
  const isConfirmed = answer?.kind === 'licensed' && notice === undefined
  const outcome = notice && describeOutcome(notice, app, info.helpTopics)
  useEffect(() => {
    if (isConfirmed) onClose()
  }, [isConfirmed, onClose])

  function handleActivate(key: string): void {
    setSentAt(view)
    void bridge.license.activate(key)
  }

  function handleCancel(): void {
    setSentAt(undefined)
    void bridge.license.cancel()
  }

  return (
    <Dialog
      title={isTrial ? messages.trial.enterKey : messages.license.changeKey}
      onClose={onClose}
      focusRef={fieldRef}
      actions={<Button onClick={onClose}>{messages.actions.close}</Button>}
    >
      <p className={styles['lead']}>
        {isTrial ? messages.trial.enterKeyText : messages.license.changeKeyText}
      </p>
      <KeyForm
        text={text}
        onText={(next) => {
          void bridge.license.warmUp()
          setText(next)
          setSentAt(undefined)
        }}
        onActivate={handleActivate}
        hint={newKey !== '' && text === newKey ? messages.entry.fromLink : undefined}
        fieldRef={fieldRef}
        outcome={outcome}
        progress={
          isChecking ? (
            <div className={styles['checking']}>
              <p role="status">{messages.gate.inProgress(messages.phases.check)}</p>
              <Button look="quiet" onClick={handleCancel}>
                {messages.gate.cancel}
              </Button>
            </div>
          ) : undefined
        }
      />
    </Dialog>
  )
}
