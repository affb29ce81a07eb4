import type { CustomerRecord } from '@latchkey/management'
import { useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { send } from '../api/send.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { Field } from '../components/Field.tsx'
import { showToast } from '../components/Toasts.tsx'
import { inWords } from '../messages/in-words.ts'
import { useWords } from '../messages/messages.ts'
import styles from './Customers.module.css'
import { CUSTOMERS } from './texts.ts'

interface EraseDialogProps {
  readonly customer: CustomerRecord
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Erases a customer, after the address was typed: nothing restores it. */
export function EraseDialog({ customer: { id, email, keys }, onDone, onClose }: EraseDialogProps) {
  const { t, f } = useWords(CUSTOMERS)
  const [typed, setTyped] = useState('')

  async function erase(): Promise<Outcome<unknown>> {
    const outcome = await send('eraseCustomer', { query: { id } })
    if (outcome.kind === 'done') {
      const { notes, in_log } = outcome.answer
      showToast({ text: t.erase.done(notes, f.number(notes), in_log) })
    }
    return inWords(outcome, t.refusals)
  }

  const goes = t.erase.goes
  const stays = [t.erase.keys(keys, f.number(keys)), ...t.erase.stays]
  return (
    <ConfirmDialog
      title={t.erase.title}
      action={t.erase.save}
      isDangerous
      isBlocked={typed.trim().toLowerCase() !== email.toLowerCase()}
      onConfirm={erase}
      onDone={onDone}
      onClose={onClose}
    >
      {[[t.erase.goesTitle, goes] as const, [t.erase.staysTitle, stays] as const].map(([title, lines]) => (
        <section key={title} className={styles['part']}>
          <h3>{title}</h3>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
      <Field
        label={t.erase.typeLabel(email)}
        spellCheck={false}
        autoCapitalize="none"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ConfirmDialog>
  )
}
