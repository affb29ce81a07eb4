import { Button } from '@latchkey/react/design'
import { type ReactNode, useRef } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { Dialog } from './Dialog.tsx'
import { Problem } from './Problem.tsx'
import { useForm } from './use-form.ts'

export interface ConfirmDialogProps {
  /** The question, with what and how many: `Delete 12 keys?` */
  readonly title: string
  /** What the action causes, and whether it can be undone. */
  readonly children?: ReactNode
  /** The verb of the question: `Delete 12 keys`. */
  readonly action: string
  /** The button is red, and the focus is on Cancel. */
  readonly isDangerous?: boolean
  /** The action is not allowed yet, for example because the count was not typed. */
  readonly isBlocked?: boolean
  /** Carries out the action. If that fails, the dialog stays open with the reason. */
  readonly onConfirm: () => Promise<Outcome<unknown>>
  /** Called when the action was carried out, before the dialog closes. */
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ isDangerous = false, isBlocked = false, ...props }: ConfirmDialogProps) {
  const t = useTexts(SHELL)
  const cancelRef = useRef<HTMLButtonElement>(null)
  const { isBusy, outcome, submit } = useForm({})

  async function confirm(): Promise<void> {
    if (isBlocked || !(await submit(props.onConfirm))) return
    props.onDone?.()
    props.onClose()
  }

  return (
    <Dialog
      role="alertdialog"
      isTextReached
      title={props.title}
      onClose={props.onClose}
      {...(isDangerous ? { focusRef: cancelRef } : {})}
      actions={
        <>
          <Button ref={cancelRef} onClick={props.onClose}>
            {t.actions.cancel}
          </Button>
          <Button
            look={isDangerous ? 'danger' : 'primary'}
            aria-disabled={isBusy || isBlocked}
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
