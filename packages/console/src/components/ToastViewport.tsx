import { Toast } from '@base-ui/react/toast'
import { Button } from '@latchkey/react/design'
import { useEffect, useRef } from 'react'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './Toasts.module.css'
import { type ToastOptions, takeToasts } from './waiting-toasts.ts'

/** The time is enough to read a sentence and to press Undo. */
const SHOWN_MS = 8_000

const manager = Toast.createToastManager()
/** The IDs of the toasts that are shown, by the ID of what they are about. */
const shown = new Map<string, string>()

/** Where toasts appear. F6 moves the focus to them. */
export function ToastViewport() {
  const t = useTexts(SHELL)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => takeToasts(add, closeAbout), [])
  useEffect(() => (ref.current === null ? undefined : makeRoomFor(ref.current)), [])
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Viewport ref={ref} className={styles['viewport']} aria-label={t.toasts}>
        <ToastList />
      </Toast.Viewport>
    </Toast.Provider>
  )
}

/**
 * Keeps space for the toasts, so that they do not cover the navigation. Toasts come last on the
 * page, so Tab does not stop at them.
 */
function makeRoomFor(viewport: Element): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.setProperty('--toasts-height', `${viewport.getBoundingClientRect().height}px`)
  })
  observer.observe(viewport)
  return () => {
    observer.disconnect()
    style.removeProperty('--toasts-height')
  }
}

function closeAbout(about: string): void {
  const id = shown.get(about)
  if (id !== undefined) manager.close(id)
}

function add({ text, undo, about }: ToastOptions): void {
  const id = manager.add({
    title: text,
    timeout: SHOWN_MS,
    onClose: () => {
      if (about !== undefined && shown.get(about) === id) shown.delete(about)
    },
    ...(undo === undefined
      ? {}
      : {
          actionProps: {
            children: undo.label,
            onClick: () => {
              manager.close(id)
              undo.run()
            },
          },
        }),
  })
  if (about === undefined) return
  closeAbout(about)
  shown.set(about, id)
}

function ToastList() {
  const t = useTexts(SHELL)
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles['toast']} swipeDirection={['down', 'right']}>
      <Toast.Content className={styles['content']}>
        {/* The name of the toast, which is a dialog for screen readers. */}
        <Toast.Title className={styles['text']} render={<p />} />
        {toast.actionProps !== undefined && <Toast.Action className={styles['action']} render={<Button />} />}
        <Toast.Close render={<Button look="quiet" />} aria-label={t.actions.close}>
          <span aria-hidden="true">✕</span>
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
