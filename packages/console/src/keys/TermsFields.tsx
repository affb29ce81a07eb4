import { Field, SelectField } from '../components/Field.tsx'
import type { useForm } from '../components/Form.tsx'
import { useTexts } from '../messages/messages.ts'
import type { BulkForm } from './bulk-actions.ts'
import { Choice } from './Choice.tsx'
import type { TermsForm } from './terms.ts'
import { TERMS } from './terms-texts.ts'

/** The fields of a form with these values, and perhaps with others. */
type FieldsOf<Values extends object> = Pick<
  ReturnType<typeof useForm<Values>>,
  'values' | 'set' | 'field' | 'errorOf'
>

/** Names such as `export`, as they are typed. */
const NAMES = { autoCapitalize: 'off', spellCheck: false } as const

interface TermsFieldsProps {
  readonly form: FieldsOf<TermsForm>
  /** The features of the project, which every key has as well. Empty: there are none. */
  readonly ofProject?: string
}

/** What one key or new keys open, and for which versions of the app. */
export function TermsFields({ form, ofProject = '' }: TermsFieldsProps) {
  const t = useTexts(TERMS)
  const hint = ofProject === '' ? t.featuresHint : `${t.featuresHint} ${t.ofProject(ofProject)}`
  return (
    <>
      <Field label={t.features} hint={hint} {...NAMES} {...form.field('features')} />
      <UpdatesFields form={form} />
      <Choice
        type="checkbox"
        label={t.perpetual}
        isOn={form.values.isPerpetual}
        onChange={(isPerpetual) => form.set({ isPerpetual })}
      />
    </>
  )
}

/** What many keys open. Fields that stay empty change nothing. */
export function BulkTermsFields({ form }: { readonly form: FieldsOf<BulkForm> }) {
  const t = useTexts(TERMS)
  const { bulk } = t
  const add = form.field('add')
  return (
    <>
      <Field
        {...add}
        label={bulk.add}
        hint={t.featuresHint}
        {...NAMES}
        error={add.error ?? form.errorOf('nothing')}
      />
      <Field label={bulk.remove} {...NAMES} {...form.field('remove')} />
      <UpdatesFields form={form} unchanged={bulk.leave} />
      <SelectField
        label={bulk.ending}
        options={[
          ['', bulk.leave],
          ['yes', bulk.goesOn],
          ['no', bulk.stops],
        ]}
        {...form.field('perpetual')}
      />
    </>
  )
}

interface UpdatesFieldsProps {
  readonly form: Omit<FieldsOf<Pick<BulkForm, 'updates' | 'updates_until'>>, 'set'>
  /** The name of the choice that changes nothing. */
  readonly unchanged?: string
}

function UpdatesFields({ form, unchanged }: UpdatesFieldsProps) {
  const t = useTexts(TERMS)
  return (
    <>
      <SelectField
        label={t.updates}
        options={[
          ...(unchanged === undefined ? [] : [['', unchanged] as const]),
          ['all', t.allUpdates],
          ['until', t.untilDay],
        ]}
        {...form.field('updates')}
      />
      {form.values.updates === 'until' && (
        <Field type="date" label={t.dateLabel} {...form.field('updates_until')} />
      )}
    </>
  )
}
