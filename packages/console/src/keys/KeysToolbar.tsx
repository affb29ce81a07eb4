import { Popover } from '@base-ui/react/popover'
import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { KeyState } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { Field } from '../components/Field.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import styles from './KeysToolbar.module.css'
import { dayOf, KEY_STATES, type KeysSearch, startOfDay } from './keys-search.ts'
import { KEYS } from './texts.ts'

interface KeysToolbarProps {
  readonly search: KeysSearch
  /** Shows another list. With `replace`, the browser's history gets no new entry. */
  readonly onChange: (search: KeysSearch, options?: { readonly replace: boolean }) => void
  /** Called for Arrow down in the search: the table gets the focus. */
  readonly onLeaveDown: () => void
}

export function KeysToolbar({ search, onChange, onLeaveDown }: KeysToolbarProps) {
  const t = useTexts(KEYS)
  const states: readonly KeyState[] = search.state ?? []
  return (
    <div className={styles['bar']}>
      <SearchField
        {...t.search}
        text={search.q ?? ''}
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
