import { Button } from '@latchkey/react/design'
import { type ReactNode, useRef, useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { Dialog } from './Dialog.tsx'
import { Problem } from './Problem.tsx'

export interface ConfirmDialogProps {
  /** The question, with what and how many: `Delete 12 keys?` */
  readonly title: string
  /** What it means, and whether it can be undone. */
  readonly children?: ReactNode
  /** The verb of the question: `Delete 12 keys`. */
  readonly action: string
  /** Red, and the focus is on Cancel. */
  readonly isDangerous?: boolean
  /** Not allowed yet, for example because the count was not typed. */
  readonly isBlocked?: boolean
  /** Does it. The dialog stays open with the reason if that failed. */
  readonly onConfirm: () => Promise<Outcome<unknown>>
  /** Called when it was done. Should close the dialog. */
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useTexts(SHELL)
  const cancelRef = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<unknown>>()

  async function confirm(): Promise<void> {
    if (isBusy || props.isBlocked === true) return
    setBusy(true)
    const ended = await props.onConfirm()
    setBusy(false)
    setOutcome(ended)
    if (ended.kind === 'done') props.onDone()
  }

  return (
    <Dialog
      role="alertdialog"
      title={props.title}
      onClose={props.onCancel}
      {...(props.isDangerous === true ? { focusRef: cancelRef } : {})}
      actions={
        <>
          <Button ref={cancelRef} onClick={props.onCancel}>
            {t.actions.cancel}
          </Button>
          <Button
            look={props.isDangerous === true ? 'danger' : 'primary'}
            aria-disabled={isBusy || props.isBlocked === true}
            onClick={confirm}
          >
            {isBusy ? t.actions.working : props.action}
          </Button>
        </>
      }
    >
      {props.children}
      <Problem of={outcome} />
    </Dialog>
  )
}
