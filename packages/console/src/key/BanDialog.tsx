import { useState } from 'react'
import { refuse } from '../api/outcome.ts'
import { Field, SelectField } from '../components/Field.tsx'
import { FormDialog, useForm } from '../components/Form.tsx'
import { useTexts } from '../messages/messages.ts'
import { endOfDay, SECONDS_A_DAY } from './days.ts'
import { endingOf, useAct, useKeyParts } from './key-context.ts'
import { NEVER } from './standing.ts'
import { KEY } from './texts.ts'

const DAYS = ['1', '7', '30']
const LONGEST_REASON = 500

/** Bans the key. There is no further confirmation, because a ban can be lifted. */
export function BanDialog({ onClose }: { readonly onClose: () => void }) {
  const { found } = useKeyParts()
  const [seen] = useState(found.key)
  const t = useTexts(KEY)
  const { act } = useAct()
  const form = useForm({ ban_reason: '', scope: 'all', duration: 'never', ban_expire: '' })
  const { ban_reason, scope, duration, ban_expire: day } = form.values

  function endOf(): number | undefined {
    if (duration === 'never') return NEVER
    if (duration === 'date') return endOfDay(day)
    return Math.floor(Date.now() / 1_000) + Number(duration) * SECONDS_A_DAY
  }

  async function submit() {
    const ban_expire = endOf()
    if (ban_expire === undefined) return refuse('ban_expire', t.badDate)
    const reason = { ban_reason: ban_reason.trim(), ban_expire }
    const change = { action: 'ban', ...reason, ban_only_key: scope === 'key' } as const
    return act({ change, done: t.ban.done, inverse: { action: 'unban' } }, seen)
  }

  return (
    <FormDialog
      form={form}
      title={t.ban.title(endingOf(seen))}
      lead={t.ban.text}
      action={t.ban.save}
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t.ban.reason}
        hint={t.ban.reasonHint}
        maxLength={LONGEST_REASON}
        {...form.field('ban_reason')}
      />
      <SelectField
        label={t.ban.scope}
        hint={t.ban.scopeHint}
        options={(['all', 'key'] as const).map((one) => [one, t.ban.scopes[one]])}
        {...form.field('scope')}
      />
      <SelectField
        label={t.ban.ends}
        options={[
          ['never', t.ban.never],
          ...DAYS.map((days) => [days, t.ban.afterDays(Number(days))] as const),
          ['date', t.ban.onDate],
        ]}
        {...form.field('duration')}
      />
      {duration === 'date' && <Field label={t.ban.dateLabel} type="date" {...form.field('ban_expire')} />}
    </FormDialog>
  )
}
