import { lazy, Suspense, useSyncExternalStore } from 'react'
import { addToast, hasToasts, onFirstToast, type ToastOptions } from './waiting-toasts.ts'

const ToastViewport = lazy(async () => ({ default: (await import('./ToastViewport.tsx')).ToastViewport }))

/** Shows what was done, beside the page. For what went wrong, use `Problem` where it went wrong. */
export const showToast = (toast: ToastOptions): void => addToast(toast)

/** Where toasts appear. Its code is loaded with the first of them. */
export function Toasts() {
  const isNeeded = useSyncExternalStore(onFirstToast, hasToasts)
  return (
    isNeeded && (
      <Suspense>
        <ToastViewport />
      </Suspense>
    )
  )
}
