import { Field, TextAreaField } from '../components/Field.tsx'
import { useTexts } from '../messages/messages.ts'
import { BulkTermsFields } from './BulkTermsFields.tsx'
import type { BulkAction, BulkForm, BulkProblem } from './bulk-actions.ts'
import { Choice } from './Choice.tsx'
import { DIALOGS } from './dialog-texts.ts'

interface BulkFieldsProps {
  readonly action: BulkAction
  readonly count: string
  readonly form: BulkForm
  readonly onChange: (form: BulkForm) => void
  readonly errorOf: (name: BulkProblem) => string | undefined
}

/** What an action of many keys asks for. */
export function BulkFields({ action, count, form, onChange, errorOf }: BulkFieldsProps) {
  const t = useTexts(DIALOGS).bulk
  const set = (change: Partial<BulkForm>): void => onChange({ ...form, ...change })
  switch (action) {
    case 'extend':
      return (
        <Field
          label={t.extend.days}
          inputMode="numeric"
          autoComplete="off"
          error={errorOf('days')}
          value={form.days}
          onChange={(event) => set({ days: event.target.value })}
        />
      )
    case 'note':
      return (
        <>
          <TextAreaField
            label={t.note.note}
            maxLength={1_000}
            error={errorOf('note')}
            value={form.note}
            onChange={(event) => set({ note: event.target.value })}
          />
          <Choice
            type="radio"
            label={t.note.replace}
            isOn={!form.isAppended}
            onChange={() => set({ isAppended: false })}
          />
          <Choice
            type="radio"
            label={t.note.append}
            isOn={form.isAppended}
            onChange={() => set({ isAppended: true })}
          />
        </>
      )
    case 'ban':
      return (
        <>
          <Field
            label={t.ban.reason}
            hint={t.ban.reasonHint}
            maxLength={500}
            error={errorOf('reason')}
            value={form.reason}
            onChange={(event) => set({ reason: event.target.value })}
          />
          <Field
            type="date"
            label={t.ban.lastDay}
            hint={t.ban.lastDayHint}
            error={errorOf('date')}
            value={form.lastDay}
            onChange={(event) => set({ lastDay: event.target.value })}
          />
        </>
      )
    case 'reset':
      return (
        <Choice
          type="checkbox"
          label={t.reset.force}
          isOn={form.isForced}
          onChange={(isForced) => set({ isForced })}
        />
      )
    case 'delete':
      return (
        <Field
          label={t.delete.confirm(count)}
          inputMode="numeric"
          autoComplete="off"
          error={errorOf('confirm')}
          value={form.confirmation}
          onChange={(event) => set({ confirmation: event.target.value })}
        />
      )
    case 'terms':
      return <BulkTermsFields form={form} onChange={set} errorOf={errorOf} />
    case 'unban':
      return null
  }
}
