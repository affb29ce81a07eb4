import { Button } from '@latchkey/react/design'
import { useState } from 'react'
import { refuse } from '../api/outcome.ts'
import { Dialog } from '../components/Dialog.tsx'
import { Field, SelectField } from '../components/Field.tsx'
import { Form } from '../components/Form.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { endOfDay, SECONDS_A_DAY } from './days.ts'
import { endingOf, useAct, useKeyParts, useKeyTexts } from './key-context.ts'
import { NEVER } from './standing.ts'

const DURATIONS = ['never', '1', '7', '30', 'date'] as const
type Duration = (typeof DURATIONS)[number]
const LONGEST_REASON = 500

/** Bans the key. Not confirmed further, because a ban can be lifted. */
export function BanDialog({ onClose }: { readonly onClose: () => void }) {
  const { found } = useKeyParts()
  const [seen] = useState(found.key)
  const { t } = useKeyTexts()
  const { cancel } = useTexts(SHELL).actions
  const { act } = useAct()
  const [reason, setReason] = useState('')
  const [duration, setDuration] = useState<Duration>('never')
  const [date, setDate] = useState('')

  const nameOf = (one: Duration): string =>
    one === 'never' ? t.ban.never : one === 'date' ? t.ban.onDate : t.ban.afterDays(Number(one))

  function endOf(): number | undefined {
    if (duration === 'never') return NEVER
    if (duration === 'date') return endOfDay(date)
    return Math.floor(Date.now() / 1_000) + Number(duration) * SECONDS_A_DAY
  }

  async function submit() {
    const ban_expire = endOf()
    if (ban_expire === undefined) return refuse('ban_expire', t.badDate)
    const change = { action: 'ban', ban_reason: reason.trim(), ban_expire } as const
    return act({ change, done: t.ban.done, inverse: { action: 'unban' } }, seen)
  }

  return (
    <Dialog title={t.ban.title(endingOf(seen))} onClose={onClose}>
      <p>{t.ban.text}</p>
      <Form
        action={t.ban.save}
        isDangerous
        buttons={<Button onClick={onClose}>{cancel}</Button>}
        onSubmit={submit}
        onDone={onClose}
      >
        {(errorOf) => (
          <>
            <Field
              label={t.ban.reason}
              hint={t.ban.reasonHint}
              maxLength={LONGEST_REASON}
              autoComplete="off"
              value={reason}
              error={errorOf('ban_reason')}
              onChange={({ target }) => setReason(target.value)}
            />
            <SelectField
              label={t.ban.ends}
              value={duration}
              onChange={({ target }) => setDuration(target.value as Duration)}
            >
              {DURATIONS.map((one) => (
                <option key={one} value={one}>
                  {nameOf(one)}
                </option>
              ))}
            </SelectField>
            {duration === 'date' && (
              <Field
                label={t.ban.dateLabel}
                type="date"
                value={date}
                error={errorOf('ban_expire')}
                onChange={({ target }) => setDate(target.value)}
              />
            )}
          </>
        )}
      </Form>
    </Dialog>
  )
}
