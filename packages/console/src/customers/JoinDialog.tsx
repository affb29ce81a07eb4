import type { CustomerRecord } from '@latchkey/management'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refuse } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import { send } from '../api/send.ts'
import { Field } from '../components/Field.tsx'
import { FormDialog, useForm } from '../components/Form.tsx'
import { showToast } from '../components/Toasts.tsx'
import { inWords } from '../messages/in-words.ts'
import { useWords } from '../messages/messages.ts'
import type { CustomerDialogProps } from './ChangeDialog.tsx'
import styles from './Customers.module.css'
import { CUSTOMERS } from './texts.ts'

const TYPING_PAUSE_MS = 120
const MOST_SHOWN = 5

/** Makes one customer of two, after the other one and the address that stays were chosen. */
export function JoinDialog({ customer, onDone, onClose }: CustomerDialogProps) {
  const { t, f } = useWords(CUSTOMERS)
  const form = useForm({ search: '' })
  const [other, setOther] = useState<CustomerRecord>()
  const [isOtherKept, setOtherKept] = useState(false)
  const found = useOthers(customer, form.values.search.trim())
  const [kept, ended] = isOtherKept ? [other, customer] : [customer, other]

  async function submit() {
    if (kept === undefined || ended === undefined) return refuse('search', t.join.choose)
    const outcome = await send('joinCustomers', { body: { id: ended.id, into: kept.id } })
    if (outcome.kind === 'done') {
      showToast({ text: t.join.done })
      onDone(outcome.answer)
    }
    return inWords(outcome, t.refusals)
  }

  const keysOf = ({ keys }: CustomerRecord): string => t.keysOf(keys, f.number(keys))
  const search = form.field('search')
  return (
    <FormDialog
      form={form}
      role="alertdialog"
      title={t.join.title}
      lead={t.join.lead}
      action={t.join.save}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t.join.search}
        spellCheck={false}
        {...search}
        onChange={(event) => {
          search.onChange(event)
          setOther(undefined)
          form.clear()
        }}
      />
      {found !== undefined && (
        <Choices
          legend={t.join.other}
          choices={found.map((one) => ({
            text: one.email,
            hint: [one.name, keysOf(one)].filter(Boolean).join(' · '),
            isOn: one.id === other?.id,
            onChoose: () => setOther(one),
          }))}
        />
      )}
      {found?.length === 0 && <p className="soft">{t.empty.noMatch}</p>}
      {other !== undefined && (
        <Choices
          legend={t.join.kept}
          choices={[customer, other].map((one) => ({
            text: one.email,
            hint: one === customer ? t.join.thisOne : t.join.otherOne,
            isOn: one === kept,
            onChoose: () => setOtherKept(one === other),
          }))}
        />
      )}
      <p role="status" className={styles['preview']}>
        {kept !== undefined &&
          ended !== undefined &&
          t.join.preview({ ...ended, count: f.number(ended.keys), nameGoes: kept.name !== '' }, kept.email)}
      </p>
    </FormDialog>
  )
}

/** The customers that match, without this one. Undefined while nothing is searched for. */
function useOthers({ id }: CustomerRecord, typed: string): readonly CustomerRecord[] | undefined {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data } = useQuery({
    ...queryOf('listCustomers', { query: { search, limit: MOST_SHOWN + 1 } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  if (search === '' || typed === '') return undefined
  return data?.customers.filter((one) => one.id !== id).slice(0, MOST_SHOWN)
}

interface ChoicesProps {
  readonly legend: string
  readonly choices: readonly {
    readonly text: string
    readonly hint: string
    readonly isOn: boolean
    readonly onChoose: () => void
  }[]
}

const Choices = ({ legend, choices }: ChoicesProps) => (
  <fieldset className={styles['choices']} hidden={choices.length === 0}>
    <legend>{legend}</legend>
    {choices.map(({ text, hint, isOn, onChoose }) => (
      <label key={text}>
        <input type="radio" name={legend} checked={isOn} onChange={onChoose} />
        <span>
          {text}
          <small>{hint}</small>
        </span>
      </label>
    ))}
  </fieldset>
)
