import { useState } from 'react'
import { refuse } from '../api/outcome.ts'
import { Field, SelectField } from '../components/Field.tsx'
import { FormDialog, useForm } from '../components/Form.tsx'
import { useWords } from '../messages/messages.ts'
import { endOfDay, readDays } from './days.ts'
import { endOf, useAct, useKeyParts } from './key-context.ts'
import { type Computers, NEVER, standingOf } from './standing.ts'
import { KEY } from './texts.ts'
import type { Change } from './use-key.ts'

interface EndDialogProps {
  readonly computers: Computers
  readonly onClose: () => void
}

/** Extends the key by any days, or sets its end. */
export function EndDialog({ computers, onClose }: EndDialogProps) {
  const { found, now } = useKeyParts()
  // The change is sent with the version of the key that the person saw when the dialog opened.
  const [seen] = useState(found.key)
  const { t, f } = useWords(KEY)
  const { act } = useAct()
  const isEndless = seen.auth_expire === NEVER
  const hows = isEndless ? (['date'] as const) : (['days', 'date', 'never'] as const)
  const form = useForm({ how: isEndless ? 'date' : 'days', days: '30', date: '' })
  const { how, days, date } = form.values

  function changeOf(): Change | undefined {
    if (how === 'never') return { action: 'expire', auth_expire: NEVER }
    const value = how === 'days' ? readDays(days) : endOfDay(date)
    if (value === undefined) return undefined
    return how === 'days' ? { action: 'extend', days: value } : { action: 'expire', auth_expire: value }
  }

  async function submit() {
    const change = changeOf()
    if (change === undefined) return refuse(how, how === 'days' ? t.badDays : t.badDate)
    const done: Parameters<typeof act>[0]['done'] = (after) =>
      t.standing(standingOf({ ...after, computers }, now), f)
    return act({ change, done, inverse: endOf(seen) }, seen)
  }

  const isExpired = seen.auth_expire > 0 && seen.auth_expire <= now
  const isUnused = seen.auth_expire === 0
  const hint = isExpired ? t.extend.expiredHint : isUnused ? t.extend.unusedHint : undefined
  return (
    <FormDialog form={form} title={t.extend.title} action={t.extend.save} onSubmit={submit} onClose={onClose}>
      <SelectField
        label={t.extend.how}
        options={hows.map((one) => [one, t.extend[one]])}
        {...form.field('how')}
      />
      {how === 'days' && (
        <Field label={t.extend.daysLabel} inputMode="numeric" hint={hint} {...form.field('days')} />
      )}
      {how === 'date' && <Field label={t.extend.dateLabel} type="date" {...form.field('date')} />}
    </FormDialog>
  )
}
