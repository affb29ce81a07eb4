import { Button } from '@latchkey/react/design'
import { useState } from 'react'
import { refuse } from '../api/outcome.ts'
import { Dialog } from '../components/Dialog.tsx'
import { Field, SelectField } from '../components/Field.tsx'
import { Form } from '../components/Form.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { endOfDay, readDays } from './days.ts'
import { endOf, useAct, useKeyParts, useKeyTexts } from './key-context.ts'
import { type Computers, NEVER, standingOf } from './standing.ts'
import type { Change } from './use-key.ts'

interface EndDialogProps {
  readonly computers: Computers
  readonly onClose: () => void
}

const HOWS = ['days', 'date', 'never'] as const
type How = (typeof HOWS)[number]

/** Extends the key by any days, or sets its end. */
export function EndDialog({ computers, onClose }: EndDialogProps) {
  const { found, now } = useKeyParts()
  // The version that the person sees while typing.
  const [seen] = useState(found.key)
  const { t, f } = useKeyTexts()
  const { cancel } = useTexts(SHELL).actions
  const { act } = useAct()
  const hows = seen.auth_expire === NEVER ? HOWS.slice(1, 2) : HOWS
  const [how, setHow] = useState<How>(hows[0] ?? 'date')
  const [days, setDays] = useState('30')
  const [date, setDate] = useState('')

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
  const hint = isExpired ? t.extend.expiredHint : seen.auth_expire === 0 ? t.extend.unusedHint : undefined
  return (
    <Dialog title={t.extend.title} onClose={onClose}>
      <Form
        action={t.extend.save}
        buttons={<Button onClick={onClose}>{cancel}</Button>}
        onSubmit={submit}
        onDone={onClose}
      >
        {(errorOf) => (
          <>
            <SelectField
              label={t.extend.how}
              value={how}
              onChange={({ target }) => setHow(target.value as How)}
            >
              {hows.map((one) => (
                <option key={one} value={one}>
                  {t.extend[one]}
                </option>
              ))}
            </SelectField>
            {how === 'days' && (
              <Field
                label={t.extend.daysLabel}
                inputMode="numeric"
                autoComplete="off"
                hint={hint}
                value={days}
                error={errorOf('days')}
                onChange={({ target }) => setDays(target.value)}
              />
            )}
            {how === 'date' && (
              <Field
                label={t.extend.dateLabel}
                type="date"
                value={date}
                error={errorOf('date')}
                onChange={({ target }) => setDate(target.value)}
              />
            )}
          </>
        )}
      </Form>
    </Dialog>
  )
}
