import { Button } from '@latchkey/react/design'
import { type ReactNode, useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { Dialog, type DialogProps } from './Dialog.tsx'
import styles from './Form.module.css'
import { Problem } from './Problem.tsx'

/** What was typed into a form, and how its request ended. */
export function useForm<Values extends object>(initial: Values | (() => Values)) {
  const [values, setValues] = useState(initial)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<unknown>>()
  /** The fields that show the refusals which name them. */
  const shown = new Set<string>()

  const set = (change: Partial<Values>): void => setValues((before) => ({ ...before, ...change }))

  function errorOf(name: string): string | undefined {
    shown.add(name)
    return outcome?.kind === 'refused' && outcome.field === name ? outcome.message : undefined
  }
  return {
    values,
    set,
    isBusy,
    outcome,
    /** Forgets how the last request ended. */
    clear: (): void => setOutcome(undefined),
    errorOf,
    isBesideField: () => outcome?.kind === 'refused' && shown.has(outcome.field ?? ''),
    /** The properties of the field of a text: `<Field label={…} {...field('email')} />`. */
    field: (name: keyof Values & string) => ({
      value: values[name] as string,
      error: errorOf(name),
      onChange: ({ target }: { readonly target: { readonly value: string } }): void =>
        set({ [name]: target.value } as unknown as Partial<Values>),
    }),
    /** Sends the request, not twice at the same time. What was typed stays, whatever the outcome is. */
    async submit(request: () => Promise<Outcome<unknown>>): Promise<boolean> {
      if (isBusy) return false
      setBusy(true)
      const ended = await request()
      setBusy(false)
      setOutcome(ended)
      return ended.kind === 'done'
    },
  }
}

export type FormParts = Pick<ReturnType<typeof useForm>, 'isBusy' | 'outcome' | 'isBesideField' | 'submit'>

export interface FormProps {
  readonly form: FormParts
  readonly onSubmit: () => Promise<Outcome<unknown>>
  readonly onDone?: () => void
  readonly children: ReactNode
  /** Shown after a lost answer, in the place of the usual sentence. */
  readonly lost?: ReactNode
  /** The name of its button. Default: Save. */
  readonly action?: string
  /** A button elsewhere submits it by this ID, instead of its own. */
  readonly id?: string
  /** The action is red. */
  readonly isDangerous?: boolean
  /** Further buttons. */
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

/** Rendered after the fields, which have said by then what they show. */
const Rest = ({ form: { outcome, isBesideField }, lost }: Pick<FormProps, 'form' | 'lost'>) =>
  outcome?.kind === 'lost' && lost !== undefined ? (
    lost
  ) : (
    <Problem of={isBesideField() ? undefined : outcome} />
  )

interface FormDialogProps extends Omit<FormProps, 'buttons'>, Omit<DialogProps, 'actions'> {
  /** Above the form. */
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
