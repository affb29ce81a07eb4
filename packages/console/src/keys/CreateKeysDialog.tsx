import type { CreateKeysBody } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { type FormEvent, useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { readAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { Field, SelectField } from '../components/Field.tsx'
import { Problem } from '../components/Problem.tsx'
import { useTexts } from '../messages/messages.ts'
import { isDays, isDayToCome } from './bulk-actions.ts'
import { csvOf } from './csv.ts'
import { DIALOGS } from './dialog-texts.ts'
import styles from './dialogs.module.css'
import { startOfDay } from './keys-search.ts'
import { saveFile } from './save-file.ts'
import { TermsFields } from './TermsFields.tsx'
import { NO_TERMS, readTerms, type Terms, type TermsField, type TermsForm } from './terms.ts'
import { TERMS } from './terms-texts.ts'
import { KEYS, useKeyCount } from './texts.ts'

const MOST_AT_ONCE = 5_000

interface CreateForm {
  readonly count: string
  readonly lasts: 'forever' | 'days' | 'date'
  readonly days: string
  readonly lastDay: string
  readonly note: string
  readonly terms: TermsForm
}

type CreateProblem = 'count' | 'days' | 'date'

/** The service's names of the fields. */
const FIELDS = { count: 'count', days: 'key_days', date: 'auth_expire', note: 'note' } as const

const isCount = (count: string): boolean => /^[1-9]\d*$/.test(count) && Number(count) <= MOST_AT_ONCE

function problemOf({ count, lasts, days, lastDay, terms }: CreateForm) {
  if (!isCount(count)) return 'count'
  if (lasts === 'days' && !isDays(days)) return 'days'
  if (lasts === 'date' && !isDayToCome(lastDay)) return 'date'
  const read = readTerms(terms)
  return typeof read === 'string' ? read : undefined
}

const bodyOf = ({ count, lasts, days, lastDay, note, terms }: CreateForm): CreateKeysBody => ({
  count: Number(count),
  ...(lasts === 'days' && { key_days: Number(days) }),
  ...(lasts === 'date' && { auth_expire: startOfDay(lastDay, 1) }),
  ...(note !== '' && { note }),
  ...termsOf(terms),
})

/** Without those that are as by default. */
function termsOf(form: TermsForm): Partial<Terms> {
  const terms = readTerms(form)
  if (typeof terms === 'string') return {}
  const { features, updates_until, perpetual } = terms
  return {
    ...(features.length > 0 && { features }),
    ...(updates_until > 0 && { updates_until }),
    ...(perpetual && { perpetual }),
  }
}

interface CreateKeysDialogProps {
  readonly projectId: string
  readonly onClose: () => void
}

/** Creates one key or thousands, and gives them out as a file. */
export function CreateKeysDialog({ projectId, onClose }: CreateKeysDialogProps) {
  const texts = useTexts(KEYS)
  const dialogs = useTexts(DIALOGS)
  const t = dialogs.create
  const termsTexts = useTexts(TERMS)
  const countText = useKeyCount()
  const [form, setForm] = useState<CreateForm>({
    count: '1',
    lasts: 'forever',
    days: '30',
    lastDay: '',
    note: '',
    terms: NO_TERMS,
  })
  const [problem, setProblem] = useState<CreateProblem | TermsField>()
  const [outcome, setOutcome] = useState<Outcome<unknown>>()
  const [created, setCreated] = useState<readonly string[]>()
  const [isTermsOpen, setTermsOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  /** A request that is sent again with the same form returns the same keys. */
  const [requestId] = useState(() => crypto.randomUUID())
  const set = (change: Partial<CreateForm>): void => setForm({ ...form, ...change })

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const wrong = problemOf(form)
    setProblem(wrong)
    // A field that is wrong is in sight.
    if (wrong === 'features' || wrong === 'updates_until') setTermsOpen(true)
    if (wrong !== undefined || isBusy) return
    setBusy(true)
    const body = { ...bodyOf(form), request_id: requestId }
    const ended = await send('createKeys', { params: { project_id: projectId }, body })
    setBusy(false)
    setOutcome(ended)
    if (ended.kind !== 'done') return
    setCreated(ended.answer.user_keys)
    await readAgain('listKeys')
  }

  if (created !== undefined) return <CreatedKeys keys={created} onClose={onClose} />

  const refusal = outcome?.kind === 'refused' ? outcome : undefined
  const isOverPlan = refusal?.code === 'PLAN_LIMIT'
  const refusedField = isOverPlan ? FIELDS.count : refusal?.field
  const errorOf = (name: CreateProblem | 'note'): string | undefined => {
    if (name !== 'note' && problem === name) return t.problems[name]
    if (refusedField !== FIELDS[name]) return undefined
    return isOverPlan ? t.problems.plan : refusal?.message
  }
  const isBesideField = Object.values<string>(FIELDS).includes(refusedField ?? '')
  const isTermsProblem = problem === 'features' || problem === 'updates_until'
  const termsErrors = isTermsProblem ? { [problem]: termsTexts.problems[problem] } : {}
  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.actions.cancel}</Button>
          <Button look="primary" type="submit" form="create" aria-disabled={isBusy}>
            {isCount(form.count) ? t.submit(countText(Number(form.count))) : t.title}
          </Button>
        </>
      }
    >
      <form id="create" noValidate className={styles['form']} onSubmit={submit}>
        <div className={styles['pair']}>
          <Field
            label={t.countLabel}
            hint={t.countHint}
            inputMode="numeric"
            autoComplete="off"
            error={errorOf('count')}
            value={form.count}
            onChange={(event) => set({ count: event.target.value.trim() })}
          />
          <SelectField
            label={t.lastsLabel}
            value={form.lasts}
            onChange={(event) => set({ lasts: event.target.value as CreateForm['lasts'] })}
          >
            <option value="forever">{t.forever}</option>
            <option value="days">{t.days}</option>
            <option value="date">{t.untilDate}</option>
          </SelectField>
        </div>
        {form.lasts === 'days' && (
          <Field
            label={t.daysLabel}
            inputMode="numeric"
            autoComplete="off"
            error={errorOf('days')}
            value={form.days}
            onChange={(event) => set({ days: event.target.value.trim() })}
          />
        )}
        {form.lasts === 'date' && (
          <Field
            type="date"
            label={t.dateLabel}
            hint={t.dateHint}
            error={errorOf('date')}
            value={form.lastDay}
            onChange={(event) => set({ lastDay: event.target.value })}
          />
        )}
        <Field
          label={t.noteLabel}
          hint={t.noteHint}
          maxLength={1_000}
          error={errorOf('note')}
          value={form.note}
          onChange={(event) => set({ note: event.target.value })}
        />
        <details open={isTermsOpen} onToggle={({ currentTarget }) => setTermsOpen(currentTarget.open)}>
          <summary>{termsTexts.more}</summary>
          <div className={styles['form']}>
            <TermsFields form={form.terms} onChange={(terms) => set({ terms })} errors={termsErrors} />
          </div>
        </details>
      </form>
      {outcome?.kind === 'lost' ? (
        <div role="alert" className={styles['problem']}>
          <h3>{t.lostTitle}</h3>
          <p>{t.lostText}</p>
        </div>
      ) : (
        !isBesideField && <Problem of={outcome} />
      )}
    </Dialog>
  )
}

function CreatedKeys({ keys, onClose }: { readonly keys: readonly string[]; readonly onClose: () => void }) {
  const texts = useTexts(KEYS)
  const dialogs = useTexts(DIALOGS)
  const t = dialogs.create
  const countText = useKeyCount()
  return (
    <Dialog
      wide
      title={t.doneTitle(countText(keys.length))}
      onClose={onClose}
      actions={
        <>
          <CopyButton text={() => keys.join('\n')} />
          <Button onClick={() => saveFile('keys.csv', csvOf([['user_key'], ...keys.map((key) => [key])]))}>
            {texts.actions.download}
          </Button>
          <Button look="primary" onClick={onClose}>
            {texts.actions.done}
          </Button>
        </>
      }
    >
      <p>{t.doneText}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard. */}
      <section aria-label={t.list} tabIndex={0} className={styles['keys']}>
        {keys.join('\n')}
      </section>
    </Dialog>
  )
}
