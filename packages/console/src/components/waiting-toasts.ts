export interface ToastOptions {
  readonly text: string
  /** A button Undo, which calls `run` and closes the toast. */
  readonly undo?: { readonly label: string; readonly run: () => void }
  /** The ID of what the toast is about, for `dropToasts`. */
  readonly about?: string
}

/** Toasts that wait for the code that shows them, which is loaded with the first one. */
const waiting: ToastOptions[] = []
let show: ((toast: ToastOptions) => void) | undefined
let drop: ((about: string) => void) | undefined
let onFirst: (() => void) | undefined

/** Shows a toast, now or when the code is there. */
export function addToast(toast: ToastOptions): void {
  if (show === undefined) {
    waiting.push(toast)
    onFirst?.()
  } else show(toast)
}

/** Closes the toasts about something that has changed since, because Undo no longer fits. */
export const dropToasts = (about: string): void => drop?.(about)

/**
 * Calls the listener when there is a first toast.
 * @returns the unsubscribe
 */
export function onFirstToast(listener: () => void): () => void {
  onFirst = listener
  return () => {
    onFirst = undefined
  }
}

export const hasToasts = (): boolean => waiting.length > 0 || show !== undefined

/**
 * Passes on all toasts from now on, and those that wait.
 * @returns a function that stops it
 */
export function takeToasts(shower: typeof addToast, dropper: typeof dropToasts): () => void {
  show = shower
  drop = dropper
  for (const toast of waiting.splice(0)) shower(toast)
  return () => {
    show = undefined
    drop = undefined
  }
}
