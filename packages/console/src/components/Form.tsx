import { Button } from '@latchkey/react/design'
import type { ReactNode } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { Dialog, type DialogProps } from './Dialog.tsx'
import styles from './Form.module.css'
import { Problem } from './Problem.tsx'
import type { FormParts } from './use-form.ts'

export { type FormParts, useForm } from './use-form.ts'

export interface FormProps {
  readonly form: FormParts
  readonly onSubmit: () => Promise<Outcome<unknown>>
  readonly onDone?: () => void
  readonly children: ReactNode
  /** Shown after a lost answer, in the place of the usual sentence. */
  readonly lost?: ReactNode
  /** The text of the submit button. Default: Save. */
  readonly action?: string
  /** The ID of the form, for a submit button elsewhere. The form then has no button. */
  readonly id?: string
  /** The submit button is red. */
  readonly isDangerous?: boolean
  /** Further buttons, beside the submit button. */
  readonly buttons?: ReactNode
}

/** A form of one request: busy while it is sent, with its refusal beside the field it names. */
export function Form({ form, onSubmit, onDone, children, lost, action, id, ...rest }: FormProps) {
  const t = useTexts(SHELL)
  return (
    <form
      id={id}
      noValidate={id !== undefined}
      className={styles['form']}
      onSubmit={async (event) => {
        event.preventDefault()
        if (await form.submit(onSubmit)) onDone?.()
      }}
    >
      {children}
      <Rest form={form} lost={lost} />
      {id === undefined && (
        <div className="buttons">
          <Button
            type="submit"
            look={rest.isDangerous === true ? 'danger' : 'primary'}
            aria-disabled={form.isBusy}
          >
            {form.isBusy ? t.actions.working : (action ?? t.actions.save)}
          </Button>
          {rest.buttons}
        </div>
      )}
    </form>
  )
}

/** Rendered after the fields: then it is known whether one of them shows the refusal. */
const Rest = ({ form: { outcome, isBesideField }, lost }: Pick<FormProps, 'form' | 'lost'>) =>
  outcome?.kind === 'lost' && lost !== undefined ? (
    lost
  ) : (
    <Problem of={isBesideField() ? undefined : outcome} />
  )

interface FormDialogProps extends Omit<FormProps, 'buttons'>, Omit<DialogProps, 'actions'> {
  /** A sentence above the form. */
  readonly lead?: string
}

/** A dialog with a form. It closes when the form is done, unless `onDone` says otherwise. */
export function FormDialog({ title, lead, wide, role, onClose, ...form }: FormDialogProps) {
  const { cancel } = useTexts(SHELL).actions
  return (
    <Dialog title={title} wide={wide} role={role} onClose={onClose}>
      {lead !== undefined && <p>{lead}</p>}
      <Form onDone={onClose} {...form} buttons={<Button onClick={onClose}>{cancel}</Button>} />
    </Dialog>
  )
}
