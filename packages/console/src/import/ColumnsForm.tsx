import { type DateOrder, IMPORT_FIELDS } from '@latchkey/import-file'
import { SelectField } from '../components/Field.tsx'
import { Choice } from '../keys/Choice.tsx'
import { useTexts } from '../messages/messages.ts'
import styles from './Import.module.css'
import { IMPORT } from './texts.ts'
import type { ImportChoice } from './use-import-file.ts'

interface ColumnsFormProps {
  /** The names of the columns. */
  readonly names: readonly string[]
  readonly choice: ImportChoice
  readonly isOrderAsked: boolean
  readonly onChange: (choice: ImportChoice) => void
}

/** Asks which column has what. */
export function ColumnsForm({ names, choice, isOrderAsked, onChange }: ColumnsFormProps) {
  const t = useTexts(IMPORT).columns
  const { columns, hasTitles, order } = choice
  return (
    <div className={styles['columns']}>
      {IMPORT_FIELDS.map((field) => (
        <SelectField
          key={field}
          label={t[field]}
          hint={t[`${field}Hint`]}
          error={field === 'key' && columns.key === undefined ? t.needsKey : undefined}
          value={columns[field] ?? ''}
          onChange={({ target }) => {
            const { [field]: _, ...others } = columns
            const chosen = target.value === '' ? others : { ...others, [field]: Number(target.value) }
            onChange({ ...choice, columns: chosen })
          }}
          options={[['', t.none], ...names.map((name, index) => [index, name] as const)]}
        />
      ))}
      {isOrderAsked && (
        <SelectField
          label={t.dates}
          hint={t.datesHint}
          value={order ?? ''}
          onChange={({ target }) =>
            onChange({ ...choice, order: target.value === '' ? undefined : (target.value as DateOrder) })
          }
          options={[
            ['', t.unknown],
            ['day-first', t['day-first']],
            ['month-first', t['month-first']],
          ]}
        />
      )}
      <Choice
        type="checkbox"
        label={t.titles}
        isOn={hasTitles}
        onChange={(isOn) => onChange({ ...choice, hasTitles: isOn })}
      />
    </div>
  )
}
