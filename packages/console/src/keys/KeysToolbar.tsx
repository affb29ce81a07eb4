import { Popover } from '@base-ui/react/popover'
import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { KeyState } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Field } from '../components/Field.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import styles from './KeysToolbar.module.css'
import { dayOf, KEY_STATES, type KeysSearch, startOfDay } from './keys-search.ts'
import { KEYS } from './texts.ts'

/** The request is sent when nothing was typed for this time. */
const TYPING_PAUSE_MS = 120

interface KeysToolbarProps {
  readonly search: KeysSearch
  /** Shows another list. With `replace`, the browser's history gets no new entry. */
  readonly onChange: (search: KeysSearch, options?: { readonly replace: boolean }) => void
  /** The field of the search, which gets the focus by the key `/`. */
  readonly searchRef: RefObject<HTMLInputElement | null>
  /** Called for Arrow down in the search: the table gets the focus. */
  readonly onLeaveDown: () => void
}

export function KeysToolbar({ search, onChange, searchRef, onLeaveDown }: KeysToolbarProps) {
  const t = useTexts(KEYS)
  const states: readonly KeyState[] = search.state ?? []
  return (
    <div className={styles['bar']}>
      <SearchField
        text={search.q ?? ''}
        searchRef={searchRef}
        onLeaveDown={onLeaveDown}
        onSearch={(q, options) => {
          const { q: _, ...rest } = search
          onChange(q === '' ? rest : { ...rest, q }, options)
        }}
      />
      <ToggleGroup
        multiple
        aria-label={t.filters.state}
        className={styles['states']}
        value={[...states]}
        onValueChange={(chosen: string[]) => {
          const { state: _, ...rest } = search
          const state = KEY_STATES.filter((name) => chosen.includes(name))
          onChange(state.length === 0 ? rest : { ...rest, state })
        }}
      >
        {KEY_STATES.map((state) => (
          <Toggle key={state} value={state} className={styles['state']}>
            {t.filters.states[state]}
          </Toggle>
        ))}
      </ToggleGroup>
      <Toggle
        className={styles['state']}
        pressed={search.trial === true}
        onPressedChange={(isPressed) => {
          const { trial: _, ...rest } = search
          onChange(isPressed ? { ...rest, trial: true } : rest)
        }}
      >
        {t.filters.trials}
      </Toggle>
      <EndsFilter search={search} onChange={onChange} />
    </div>
  )
}

interface SearchFieldProps extends Pick<KeysToolbarProps, 'searchRef' | 'onLeaveDown'> {
  readonly text: string
  readonly onSearch: (text: string, options: { readonly replace: boolean }) => void
}

function SearchField({ text, onSearch, searchRef, onLeaveDown }: SearchFieldProps) {
  const t = useTexts(KEYS)
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

  return (
    <input
      ref={searchRef}
      type="search"
      className={styles['search']}
      aria-label={t.search.label}
      aria-keyshortcuts="/"
      title={t.search.shortcut}
      placeholder={t.search.placeholder}
      maxLength={256}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        isTyping.current = false
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        onLeaveDown()
      }}
    />
  )
}

/** Ranges of days, counted from today. */
const PRESETS = [
  ['week', 0, 7],
  ['month', 0, 30],
  ['lately', -30, 0],
] as const

/** Keys that end in a range of days, both included. */
function EndsFilter({ search, onChange }: Pick<KeysToolbarProps, 'search' | 'onChange'>) {
  const { filters } = useTexts(KEYS)
  const formats = useFormats()
  const { from, to, ...rest } = search
  const shown = (day: string): string => formats.shortDate(startOfDay(day))
  const now = new Date()
  const set = (next: { readonly from?: string | undefined; readonly to?: string | undefined }): void =>
    onChange({ ...rest, ...(next.from && { from: next.from }), ...(next.to && { to: next.to }) })

  let text = filters.anyTime
  if (from !== undefined && to !== undefined) text = filters.between(shown(from), shown(to))
  else if (from !== undefined) text = filters.from(shown(from))
  else if (to !== undefined) text = filters.to(shown(to))
  return (
    <Popover.Root>
      <Popover.Trigger render={<Button />}>
        {filters.ends}: {text} <span aria-hidden="true">▾</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" collisionPadding={8} className={styles['above']}>
          <Popover.Popup className={styles['popover']} aria-label={filters.ends}>
            <div className={styles['presets']}>
              {PRESETS.map(([name, first, last]) => (
                <Button
                  key={name}
                  look="quiet"
                  onClick={() => set({ from: dayOf(now, first), to: dayOf(now, last) })}
                >
                  {filters.presets[name]}
                </Button>
              ))}
              <Button look="quiet" onClick={() => set({})}>
                {filters.presets.always}
              </Button>
            </div>
            <div className={styles['days']}>
              {(['from', 'to'] as const).map((name) => (
                <Field
                  key={name}
                  type="date"
                  label={filters[`${name}Day`]}
                  value={search[name] ?? ''}
                  onChange={({ target }) => set({ from, to, [name]: target.value })}
                />
              ))}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
