import type { CountedState, StateChoices, StateEffect } from '@latchkey/import-file'
import { canEnd } from '@latchkey/import-file'
import { SelectField } from '../components/Field.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import styles from './Import.module.css'
import { IMPORT_STATES } from './state-texts.ts'

/** The most values that are shown. A column with more is not one that says whether a key works. */
const SHOWN = 24

interface StatesFormProps {
  /** The names of the columns. */
  readonly names: readonly string[]
  readonly states: readonly CountedState[]
  /** The columns that the states come from. */
  readonly columns: readonly number[]
  /** A column that a person has added. */
  readonly added: number | undefined
  readonly onChoose: (choices: StateChoices) => void
  readonly onAdd: (column: number | undefined) => void
}

/** Asks what to do with keys that were refunded, disabled or sold elsewhere. */
export function StatesForm({ names, states, columns, added, onChoose, onAdd }: StatesFormProps) {
  const t = useTexts(IMPORT_STATES)
  const { number } = useFormats()
  const nameOf = ({ column, word, answer }: CountedState) =>
    `${names[column] ?? ''}: ${answer === undefined ? word : t.answers[answer]}`
  const effectsOf = ({ meaning, effect }: CountedState): readonly StateEffect[] => [
    ...(effect === 'ask' ? (['ask'] as const) : []),
    ...(canEnd(meaning) ? (['ends'] as const) : []),
    'works',
    'banned',
    'left-out',
  ]
  return (
    <>
      {columns.length === 0 && <p className={styles['careful']}>{t.noColumn}</p>}
      <div className={styles['columns']}>
        {states.slice(0, SHOWN).map((state) => (
          <SelectField
            key={state.id}
            label={nameOf(state)}
            hint={state.lines === 1 ? t.line : t.lines(number(state.lines))}
            error={state.effect === 'ask' ? t.ask(number(state.lines)) : undefined}
            value={state.effect}
            onChange={({ target }) => onChoose({ [state.id]: target.value as StateEffect })}
            options={effectsOf(state).map((effect) => [effect, t.effects[effect]] as const)}
          />
        ))}
        <SelectField
          label={columns.length === 0 ? t.column : t.otherColumn}
          hint={t.columnHint}
          value={added ?? ''}
          onChange={({ target }) => onAdd(target.value === '' ? undefined : Number(target.value))}
          options={[
            ['', t.none],
            ...names
              .map((name, index) => [index, name] as const)
              .filter(([index]) => index === added || !columns.includes(index)),
          ]}
        />
      </div>
      {states.length > SHOWN && <p>{t.more(number(states.length - SHOWN))}</p>}
    </>
  )
}
