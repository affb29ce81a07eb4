import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import styles from './Dialog.module.css'

export interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** The buttons, in one row at the end. */
  readonly actions?: ReactNode
  readonly onClose: () => void
  /** The element to focus. By default the first that takes focus. */
  readonly focusRef?: RefObject<HTMLElement | null>
  /** Makes the dialog wide enough for a table or a report. */
  readonly wide?: boolean | undefined
  /** `alertdialog`: asks for a decision, and a click outside does not close it. */
  readonly role?: 'dialog' | 'alertdialog' | undefined
  /** Tab reaches the text, so that it scrolls by the keyboard where there is little space. */
  readonly isTextReached?: boolean
}

const TAKES_FOCUS = 'input, textarea, select, button, a[href]'

/** A modal dialog that is open while it is rendered. Escape closes it and the focus returns. */
export function Dialog({ title, children, actions, onClose, focusRef, wide, ...props }: DialogProps) {
  const { role = 'dialog', isTextReached = false } = props
  const popupRef = useRef<HTMLDivElement>(null)

  // Base UI sets the focus in the next frame. On a busy computer, letters that are typed until then
  // would go to the page.
  function focusAtOnce(openedBy: string): boolean | HTMLElement {
    const popup = popupRef.current
    const all = popup === null ? [] : [...popup.querySelectorAll<HTMLElement>(TAKES_FOCUS)]
    const first = focusRef?.current ?? all.find((one) => one.tabIndex >= 0 && one.checkVisibility())
    // On a touch screen, the keyboard must not open before a field was touched.
    if (openedBy === 'touch' || first === undefined) return true
    first.focus()
    // Base UI sets the focus again in the next frame, because a menu that opened the dialog gives
    // it back to its button.
    return first
  }

  return (
    <Base.Root
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      disablePointerDismissal={role === 'alertdialog'}
    >
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup
          className={styles['dialog']}
          data-wide={wide}
          role={role}
          ref={popupRef}
          initialFocus={focusAtOnce}
        >
          <Base.Title className={styles['title']}>{title}</Base.Title>
          <div className={styles['body']} {...(isTextReached && { tabIndex: 0 })}>
            {children}
          </div>
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
