import type { CreateKeysBody } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useState } from 'react'
import { type Outcome, refuse } from '../api/outcome.ts'
import { readAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { Field, SelectField } from '../components/Field.tsx'
import { Form, useForm } from '../components/Form.tsx'
import { Alert } from '../components/Problem.tsx'
import { inWords } from '../messages/in-words.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { isDays, isDayToCome } from './bulk-actions.ts'
import { Choice } from './Choice.tsx'
import { csvOf } from './csv.ts'
import { DIALOGS } from './dialog-texts.ts'
import styles from './dialogs.module.css'
import { startOfDay } from './keys-search.ts'
import { saveFile } from './save-file.ts'
import { TermsFields } from './TermsFields.tsx'
import { NO_TERMS, readTerms, type Terms } from './terms.ts'
import { TERMS } from './terms-texts.ts'
import { KEYS, useKeyCount } from './texts.ts'

const MOST_AT_ONCE = 5_000
/** The service has the same limit, and decides by it. */
const MOST_MAILED = 20

const EMPTY = {
  count: '1',
  lasts: 'forever' as 'forever' | 'days' | 'date',
  key_days: '30',
  /** The last day on which the keys work. */
  auth_expire: '',
  note: '',
  vendor_note: '',
  customer_email: '',
  customer_name: '',
  isMailed: false,
  ...NO_TERMS,
}
type CreateForm = typeof EMPTY

const isCount = (count: string): boolean => /^\s*[1-9]\d*\s*$/.test(count) && Number(count) <= MOST_AT_ONCE

const isMailed = ({ customer_email, isMailed }: CreateForm): boolean =>
  isMailed && customer_email.trim() !== ''

function problemOf(form: CreateForm) {
  const { count, lasts, key_days, auth_expire } = form
  if (!isCount(count)) return 'count'
  if (isMailed(form) && Number(count) > MOST_MAILED) return 'mail'
  if (lasts === 'days' && !isDays(key_days)) return 'key_days'
  return lasts === 'date' && !isDayToCome(auth_expire) ? 'auth_expire' : undefined
}

const bodyOf = (form: CreateForm, { features, updates_until, perpetual }: Terms): CreateKeysBody => ({
  count: Number(form.count),
  ...(form.lasts === 'days' && { key_days: Number(form.key_days) }),
  ...(form.lasts === 'date' && { auth_expire: startOfDay(form.auth_expire, 1) }),
  ...(form.note !== '' && { note: form.note }),
  ...(form.vendor_note !== '' && { vendor_note: form.vendor_note }),
  ...(form.customer_email.trim() !== '' && {
    customer_email: form.customer_email.trim(),
    ...(form.customer_name.trim() !== '' && { customer_name: form.customer_name.trim() }),
  }),
  ...(isMailed(form) && { mail: true }),
  ...(features.length > 0 && { features }),
  ...(updates_until > 0 && { updates_until }),
  ...(perpetual && { perpetual }),
})

interface CreateKeysDialogProps {
  readonly projectId: string
  readonly onClose: () => void
}

/** Creates one key or thousands, and gives them out as a file. */
export function CreateKeysDialog({ projectId, onClose }: CreateKeysDialogProps) {
  const { actions } = useTexts(SHELL)
  const t = useTexts(DIALOGS).create
  const termsTexts = useTexts(TERMS)
  const countText = useKeyCount()
  const form = useForm(EMPTY)
  const { count, lasts } = form.values
  const hasCustomer = form.values.customer_email.trim() !== ''
  const [created, setCreated] = useState<readonly string[]>()
  const [isTermsOpen, setTermsOpen] = useState(false)
  /** A request that is sent again with the same form returns the same keys. */
  const [requestId] = useState(() => crypto.randomUUID())

  async function submit(): Promise<Outcome<unknown>> {
    const wrong = problemOf(form.values)
    if (wrong !== undefined) return refuse(wrong === 'mail' ? 'count' : wrong, t.problems[wrong])
    const terms = readTerms(form.values)
    if (typeof terms === 'string') {
      // Opens the part of the form with the wrong field.
      setTermsOpen(true)
      return refuse(terms, termsTexts.problems[terms])
    }
    const body = { ...bodyOf(form.values, terms), request_id: requestId }
    const ended = await send('createKeys', { params: { project_id: projectId }, body })
    if (ended.kind === 'done') {
      setCreated(ended.answer.user_keys)
      void readAgain('listKeys', 'listMail')
    }
    return inWords(
      ended,
      { PLAN_LIMIT: t.problems.plan, INVALID_EMAIL: t.problems.customer_email },
      { PLAN_LIMIT: 'count', INVALID_EMAIL: 'customer_email' },
    )
  }

  if (created !== undefined) return <CreatedKeys keys={created} onClose={onClose} />

  const lost = (
    <Alert>
      <h3>{t.lostTitle}</h3>
      <p>{t.lostText}</p>
    </Alert>
  )
  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{actions.cancel}</Button>
          <Button look="primary" type="submit" form="create" aria-disabled={form.isBusy}>
            {isCount(count) ? t.submit(countText(Number(count))) : t.title}
          </Button>
        </>
      }
    >
      <Form id="create" form={form} onSubmit={submit} lost={lost}>
        <div className="pair">
          <Field label={t.countLabel} hint={t.countHint} inputMode="numeric" {...form.field('count')} />
          <SelectField
            label={t.lastsLabel}
            options={[
              ['forever', t.forever],
              ['days', t.days],
              ['date', t.untilDate],
            ]}
            {...form.field('lasts')}
          />
        </div>
        {lasts === 'days' && <Field label={t.daysLabel} inputMode="numeric" {...form.field('key_days')} />}
        {lasts === 'date' && (
          <Field type="date" label={t.dateLabel} hint={t.dateHint} {...form.field('auth_expire')} />
        )}
        {/* Not of the type e-mail: the service says better what is wrong with an address. */}
        <Field
          label={t.customerLabel}
          hint={t.customerHint}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('customer_email')}
        />
        {hasCustomer && (
          <>
            <Field label={t.customerNameLabel} maxLength={200} {...form.field('customer_name')} />
            <Choice
              type="checkbox"
              label={t.mailLabel}
              isOn={form.values.isMailed}
              onChange={(isMailed) => form.set({ isMailed })}
            />
          </>
        )}
        <Field
          label={t.vendorNoteLabel}
          hint={t.vendorNoteHint}
          maxLength={1_000}
          {...form.field('vendor_note')}
        />
        <Field label={t.noteLabel} hint={t.noteHint} maxLength={1_000} {...form.field('note')} />
        <details open={isTermsOpen} onToggle={({ currentTarget }) => setTermsOpen(currentTarget.open)}>
          <summary>{termsTexts.more}</summary>
          <div className="stack">
            <TermsFields form={form} />
          </div>
        </details>
      </Form>
    </Dialog>
  )
}

function CreatedKeys({ keys, onClose }: { readonly keys: readonly string[]; readonly onClose: () => void }) {
  const texts = useTexts(KEYS)
  const t = useTexts(DIALOGS).create
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
