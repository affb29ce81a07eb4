import { useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './SearchField.module.css'

/** The request is sent when nothing was typed for this time. */
const TYPING_PAUSE_MS = 120

interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  /** Says that the key `/` selects the field. */
  readonly shortcut: string
  /** What is searched for at the moment. */
  readonly text: string
  /** Searches. With `replace`, the browser's history gets no new entry. */
  readonly onSearch: (text: string, options: { readonly replace: boolean }) => void
  /** Called for Arrow down: the list gets the focus. */
  readonly onLeaveDown?: () => void
}

/** The search of a list, which searches while somebody types. */
export function SearchField({ label, placeholder, shortcut, text, onSearch, onLeaveDown }: SearchFieldProps) {
  const ref = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(text)
  // If `text` differs from the last search of this field, it came from the history or a link.
  const [asked, setAsked] = useState(text)
  const [seen, setSeen] = useState(text)
  if (seen !== text) {
    setSeen(text)
    if (text !== asked) {
      setAsked(text)
      setTyped(text)
    }
  }
  // While the field has the focus, all that is typed makes a single entry in the history.
  const isTyping = useRef(false)
  const search = useEffectEvent((asking: string): void => {
    setAsked(asking)
    onSearch(asking, { replace: isTyping.current })
    isTyping.current = true
  })

  const wanted = typed.trim()
  useEffect(() => {
    if (wanted === text) return
    const timer = setTimeout(() => search(wanted), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, text])

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      const isElsewhere =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return
      event.preventDefault()
      ref.current?.select()
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])

  return (
    <input
      ref={ref}
      type="search"
      className={styles['search']}
      aria-label={label}
      aria-keyshortcuts="/"
      title={shortcut}
      placeholder={placeholder}
      maxLength={256}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        isTyping.current = false
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || onLeaveDown === undefined) return
        event.preventDefault()
        onLeaveDown()
      }}
    />
  )
}
