import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** What takes the focus; else the title does, so that reading starts at the top. */
  readonly focusRef?: RefObject<HTMLElement | null>
  /** The buttons, in one row at the end. */
  readonly actions: ReactNode
}

/**
 * A modal dialog, shown for as long as it is rendered.
 * The platform's own element keeps the focus inside, closes on Escape and gives the focus back.
 */
export function Dialog({ title, onClose, children, actions, focusRef }: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  const titleRef = useRef<HTMLHeadingElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const dialog = dialogRef.current
    dialog?.showModal()
    ;(focusRef ?? titleRef).current?.focus()
    // Before the element is removed: one that is just gone does not give the focus back.
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
