import { Field, SelectField } from '../components/Field.tsx'
import { useTexts } from '../messages/messages.ts'
import { Choice } from './Choice.tsx'
import type { TermsField, TermsForm } from './terms.ts'
import { TERMS } from './terms-texts.ts'

interface TermsFieldsProps {
  readonly form: TermsForm
  readonly onChange: (form: TermsForm) => void
  /** By the name of the field. */
  readonly errors: Readonly<Partial<Record<TermsField, string | undefined>>>
  /** The features of the project, which come on top. */
  readonly ofProject?: string
}

/** What one key or new keys open, and for which versions of the app. */
export function TermsFields({ form, onChange, errors, ofProject }: TermsFieldsProps) {
  const t = useTexts(TERMS)
  const set = (change: Partial<TermsForm>): void => onChange({ ...form, ...change })
  const hint = ofProject === undefined ? t.featuresHint : `${t.featuresHint} ${t.ofProject(ofProject)}`
  return (
    <>
      <Field
        label={t.features}
        hint={hint}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={form.features}
        error={errors.features}
        onChange={({ target }) => set({ features: target.value })}
      />
      <SelectField
        label={t.updates}
        value={form.updates}
        onChange={({ target }) => set({ updates: target.value as TermsForm['updates'] })}
      >
        <option value="all">{t.allUpdates}</option>
        <option value="until">{t.untilDay}</option>
      </SelectField>
      {form.updates === 'until' && (
        <Field
          type="date"
          label={t.dateLabel}
          value={form.lastDay}
          error={errors.updates_until}
          onChange={({ target }) => set({ lastDay: target.value })}
        />
      )}
      <Choice
        type="checkbox"
        label={t.perpetual}
        isOn={form.isPerpetual}
        onChange={(isPerpetual) => set({ isPerpetual })}
      />
    </>
  )
}
