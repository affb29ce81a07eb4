import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** The buttons, in one row at the end. */
  readonly actions: ReactNode
}

/**
 * A modal dialog, shown for as long as it is rendered.
 * The platform's own element keeps the focus inside, closes on Escape and gives the focus back.
 */
export function Dialog({ title, onClose, children, actions }: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const dialog = dialogRef.current
    dialog?.showModal()
    // Before the element is removed: one that is just gone does not give the focus back.
    return () => dialog?.close()
  }, [])

  return (
    <dialog ref={dialogRef} className={styles['dialog']} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId} className={styles['title']}>
        {title}
      </h2>
      <div className={styles['body']}>{children}</div>
      <div className={styles['actions']}>{actions}</div>
    </dialog>
  )
}
