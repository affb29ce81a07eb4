import type { CustomerFound, CustomerRecord } from '@latchkey/management'
import { send } from '../api/send.ts'
import { Field } from '../components/Field.tsx'
import { FormDialog, useForm } from '../components/Form.tsx'
import { showToast } from '../components/Toasts.tsx'
import { inWords } from '../messages/in-words.ts'
import { useTexts } from '../messages/messages.ts'
import { CUSTOMERS } from './texts.ts'

export interface CustomerDialogProps {
  readonly customer: CustomerRecord
  /** Called with the customer that the keys have now. */
  readonly onDone: (found: CustomerFound) => void
  readonly onClose: () => void
}

const LONGEST_NAME = 200

/** Changes the address and the name. */
export function ChangeDialog({ customer, onDone, onClose }: CustomerDialogProps) {
  const t = useTexts(CUSTOMERS)
  const { id, email, name } = customer
  const form = useForm({ email, name })

  async function submit() {
    const outcome = await send('changeCustomer', { body: { id, ...form.values } })
    if (outcome.kind === 'done') {
      showToast({ text: t.change.done })
      onDone(outcome.answer)
    }
    return inWords(outcome, t.refusals, { CUSTOMER_EXISTS: 'email', INVALID_EMAIL: 'email' })
  }

  return (
    <FormDialog form={form} title={t.change.title} onSubmit={submit} onClose={onClose}>
      {/* Not of the type e-mail: the service says better what is wrong with an address. */}
      <Field
        label={t.email}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint={t.change.hint}
        {...form.field('email')}
      />
      <Field label={t.name} maxLength={LONGEST_NAME} {...form.field('name')} />
    </FormDialog>
  )
}
