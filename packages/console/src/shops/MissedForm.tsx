import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readAgain } from '../api/query.ts'
import { type Answer, send } from '../api/send.ts'
import { DropZone } from '../components/DropZone.tsx'
import { TextAreaField } from '../components/Field.tsx'
import { Form, useForm } from '../components/Form.tsx'
import { Section } from '../components/Page.tsx'
import { inWords } from '../messages/in-words.ts'
import { useTexts, useWords } from '../messages/messages.ts'
import { ORDERS } from '../orders/texts.ts'
import styles from './Shop.module.css'
import { SHOPS } from './texts.ts'

interface MissedFormProps {
  readonly projectId: string
  readonly shopId: string
}

/** Takes a delivery that did not arrive, as the dashboard of the shop shows it. */
export function MissedForm({ projectId, shopId }: MissedFormProps) {
  const texts = useTexts(SHOPS)
  const t = texts.missed
  const form = useForm({ delivery: '' })
  const [done, setDone] = useState<Answer<'deliverByHand'>>()

  async function submit() {
    setDone(undefined)
    const params = { project_id: projectId, shop_id: shopId }
    const outcome = await send('deliverByHand', { params, body: form.values })
    if (outcome.kind === 'done') {
      form.set({ delivery: '' })
      setDone(outcome.answer)
    }
    void readAgain('listShops', 'listDeliveries', 'listOrders', 'getOrder')
    return inWords(outcome, texts.refusals, { NO_DELIVERY: 'delivery' })
  }

  async function read([file]: readonly File[]): Promise<void> {
    if (file !== undefined) form.set({ delivery: await file.text() })
  }
  return (
    <Section title={t.title} lead={t.lead}>
      <Form form={form} action={t.action} onSubmit={submit}>
        <TextAreaField
          label={t.body}
          required
          spellCheck={false}
          maxLength={1_048_576}
          {...form.field('delivery')}
        />
        <DropZone
          label={t.choose}
          text={t.hint}
          dropText={t.drop}
          chooseText={t.choose}
          accept="application/json,.json,.txt"
          problem={undefined}
          onFiles={(files) => void read(files)}
        />
      </Form>
      <div role="status" className={styles['done']}>
        {done !== undefined && <Done projectId={projectId} done={done} />}
      </div>
    </Section>
  )
}

interface DoneProps {
  readonly projectId: string
  readonly done: Answer<'deliverByHand'>
}

function Done({ projectId, done: { state, missing, is_repeated, orders } }: DoneProps) {
  const { t, f } = useWords(SHOPS)
  const { one } = useTexts(ORDERS)
  if (is_repeated) return <p>{t.missed.repeated}</p>
  return (
    <>
      <p>
        {t.deliveries.states[state] ?? state}
        {missing.length > 0 && `. ${t.deliveries.missing(f.list(missing))}`}
      </p>
      {orders.map((orderId) => (
        <p key={orderId}>
          <Link to="/projects/$projectId/orders/$orderId" params={{ projectId, orderId }}>
            {`${one} ${orderId}`}
          </Link>
        </p>
      ))}
    </>
  )
}
