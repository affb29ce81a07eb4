import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'

/** Title, content and buttons of a `Dialog`. */
export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** The element to focus. By default the title, so that screen readers start at the top. */
  readonly focusRef?: RefObject<HTMLElement | null>
  /** The buttons, in one row at the end. */
  readonly actions: ReactNode
}

/**
 * A modal dialog that is open while it is rendered. The native `<dialog>` traps the focus, closes
 * on Escape and restores the focus.
 */
export function Dialog({ title, onClose, children, actions, focusRef }: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  const titleRef = useRef<HTMLHeadingElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const dialog = dialogRef.current
    dialog?.showModal()
    ;(focusRef ?? titleRef).current?.focus()
    // Closed before its removal, because removing an open dialog does not restore the focus.
    return () => dialog?.close()
  }, [focusRef])

  return (
    <dialog ref={dialogRef} className={styles['dialog']} aria-labelledby={titleId} onClose={onClose}>
      <h2 ref={titleRef} id={titleId} className={styles['title']} tabIndex={-1}>
        {title}
      </h2>
      <div className={styles['body']}>{children}</div>
      <div className={styles['actions']}>{actions}</div>
    </dialog>
  )
}
