import type { KeyRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { Link } from '@tanstack/react-router'
import { Field } from '../components/Field.tsx'
import { Form, useForm } from '../components/Form.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { EditedFact } from './Fact.tsx'
import { useAct, useKeyParts } from './key-context.ts'
import { KEY } from './texts.ts'

/** The customer of the key, with a form that gives it to another one. */
export function CustomerFact() {
  const { customer_id: customerId, customer_email: email, customer_name: name } = useKeyParts().found.key
  const t = useTexts(KEY)
  return (
    <EditedFact
      name={t.details.customer}
      value={
        customerId !== undefined && (
          <Link to="/customers/$customerId" params={{ customerId }}>
            {[name, email].filter(Boolean).join(', ')}
          </Link>
        )
      }
      action={customerId === undefined ? t.customer.add : t.customer.change}
      formOf={(seen, close) => <CustomerForm seen={seen} onClose={close} />}
    />
  )
}

function CustomerForm({ seen, onClose }: { readonly seen: KeyRecord; readonly onClose: () => void }) {
  const t = useTexts(KEY)
  const { cancel } = useTexts(SHELL).actions
  const { act } = useAct()
  const before = seen.customer_email ?? ''
  const form = useForm({ customer_email: before })
  const give = (customer_email: string) => ({ action: 'customer', customer_email }) as const
  return (
    <Form
      form={form}
      buttons={<Button onClick={onClose}>{cancel}</Button>}
      onSubmit={() => {
        const change = give(form.values.customer_email.trim())
        return act({ change, done: t.customer.saved, inverse: give(before) }, seen)
      }}
      onDone={onClose}
    >
      {/* Not of the type e-mail: the service says better what is wrong with an address. */}
      <Field
        label={t.details.customer}
        hint={t.customer.hint}
        autoFocus
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        {...form.field('customer_email')}
      />
    </Form>
  )
}
