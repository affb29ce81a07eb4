import { Field, TextAreaField } from '../components/Field.tsx'
import type { useForm } from '../components/Form.tsx'
import { useTexts } from '../messages/messages.ts'
import type { BulkAction, BulkForm } from './bulk-actions.ts'
import { Choice } from './Choice.tsx'
import { DIALOGS } from './dialog-texts.ts'
import { BulkTermsFields } from './TermsFields.tsx'

interface BulkFieldsProps {
  readonly action: BulkAction
  readonly count: string
  readonly form: ReturnType<typeof useForm<BulkForm>>
}

/** What an action of many keys asks for. */
export function BulkFields({ action, count, form }: BulkFieldsProps) {
  const t = useTexts(DIALOGS).bulk
  const { field, values, set } = form
  switch (action) {
    case 'extend':
      return <Field label={t.extend.days} inputMode="numeric" {...field('days')} />
    case 'note':
      return (
        <>
          {(['vendor_note', 'note'] as const).map((noteOf) => (
            <Choice
              key={noteOf}
              type="radio"
              label={t.note.of[noteOf]}
              isOn={values.noteOf === noteOf}
              onChange={() => set({ noteOf })}
            />
          ))}
          <TextAreaField label={t.note.note} maxLength={1_000} {...field('note')} />
          {[false, true].map((isAppended) => (
            <Choice
              key={String(isAppended)}
              type="radio"
              label={isAppended ? t.note.append : t.note.replace}
              isOn={values.isAppended === isAppended}
              onChange={() => set({ isAppended })}
            />
          ))}
        </>
      )
    case 'ban':
      return (
        <>
          <Field label={t.ban.reason} hint={t.ban.reasonHint} maxLength={500} {...field('ban_reason')} />
          <Field type="date" label={t.ban.lastDay} hint={t.ban.lastDayHint} {...field('ban_expire')} />
          <Choice
            type="checkbox"
            label={t.ban.onlyKey}
            isOn={values.isOnlyKey}
            onChange={(isOnlyKey) => set({ isOnlyKey })}
          />
        </>
      )
    case 'reset':
      return (
        <Choice
          type="checkbox"
          label={t.reset.force}
          isOn={values.isForced}
          onChange={(isForced) => set({ isForced })}
        />
      )
    case 'delete':
      return <Field label={t.delete.confirm(count)} inputMode="numeric" {...field('confirmation')} />
    case 'terms':
      return <BulkTermsFields form={form} />
    case 'unban':
      return null
  }
}
