import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses an element when the focused one is gone after a change of `value`, such as the button that
 * was pressed.
 */
export function useFocusAfter<FocusedElement extends HTMLElement>(
  value: unknown,
): RefObject<FocusedElement | null> {
  const ref = useRef<FocusedElement>(null)
  const valueRef = useRef(value)

  useEffect(() => {
    const before = valueRef.current
    valueRef.current = value
    // The value is undefined while it is being read.
    if (before === undefined || before === value) return
    if (document.activeElement === document.body) ref.current?.focus()
  }, [value])

  return ref
}
