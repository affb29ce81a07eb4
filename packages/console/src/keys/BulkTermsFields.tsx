import { Field, SelectField } from '../components/Field.tsx'
import { useTexts } from '../messages/messages.ts'
import type { BulkForm, BulkProblem } from './bulk-actions.ts'
import { TERMS } from './terms-texts.ts'

interface BulkTermsFieldsProps {
  readonly form: BulkForm
  readonly onChange: (change: Partial<BulkForm>) => void
  readonly errorOf: (name: BulkProblem) => string | undefined
}

/** What many keys open. Fields that stay empty change nothing. */
export function BulkTermsFields({ form, onChange, errorOf }: BulkTermsFieldsProps) {
  const t = useTexts(TERMS)
  const { bulk } = t
  return (
    <>
      {(['add', 'remove'] as const).map((name) => (
        <Field
          key={name}
          label={bulk[name]}
          hint={name === 'add' ? t.featuresHint : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          error={errorOf(name) ?? (name === 'add' ? errorOf('nothing') : undefined)}
          value={form[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      ))}
      <SelectField
        label={t.updates}
        value={form.updates}
        onChange={({ target }) => onChange({ updates: target.value as BulkForm['updates'] })}
      >
        <option value="">{bulk.leave}</option>
        <option value="all">{t.allUpdates}</option>
        <option value="until">{t.untilDay}</option>
      </SelectField>
      {form.updates === 'until' && (
        <Field
          type="date"
          label={t.dateLabel}
          error={errorOf('updates')}
          value={form.updatesDay}
          onChange={({ target }) => onChange({ updatesDay: target.value })}
        />
      )}
      <SelectField
        label={bulk.ending}
        value={form.perpetual}
        onChange={({ target }) => onChange({ perpetual: target.value as BulkForm['perpetual'] })}
      >
        <option value="">{bulk.leave}</option>
        <option value="yes">{bulk.goesOn}</option>
        <option value="no">{bulk.stops}</option>
      </SelectField>
    </>
  )
}
