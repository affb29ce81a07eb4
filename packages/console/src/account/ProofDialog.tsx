import { Button } from '@latchkey/react/design'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { useSession } from '../api/session.ts'
import { Dialog } from '../components/Dialog.tsx'
import { Field } from '../components/Field.tsx'
import { FormDialog, type FormParts, type useForm } from '../components/Form.tsx'
import { inWords } from '../messages/in-words.ts'
import { useFormats, useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { CodeField } from '../sign-in/CodeField.tsx'
import { UserName } from './UserName.tsx'

/** What proves a person in a request. */
export type Proof = { readonly totp: string } | { readonly password: string }

/** The empty fields of a form that asks for a proof. */
export const NO_PROOF = { password: '', totp: '' }

/** The field to which each refusal belongs. Its message does not name the field. */
const FIELDS = {
  WRONG_PASSWORD: 'password',
  TOO_MANY_PASSWORDS: 'password',
  CODE_NEEDED: 'totp',
  TOTP_WRONG: 'totp',
  TOO_MANY_CODES: 'totp',
  PERSON_EXISTS: 'email',
}

interface ProofDialogProps {
  readonly form: FormParts & {
    readonly values: typeof NO_PROOF
    readonly set: (change: Partial<typeof NO_PROOF>) => void
    readonly field: (name: keyof typeof NO_PROOF) => ReturnType<ReturnType<typeof useForm>['field']>
  }
  readonly title: string
  readonly lead?: string
  readonly action: string
  readonly isDangerous?: boolean
  /** `alertdialog`: a click outside does not close it. */
  readonly role?: 'dialog' | 'alertdialog'
  /** Further fields, above the one for the proof. */
  readonly children?: ReactNode
  readonly onSubmit: (proof: Proof) => Promise<Outcome<unknown>>
  /** Called when the request was done. Default: the dialog closes. */
  readonly onDone?: () => void
  readonly onClose: () => void
}

/**
 * A form that asks for the password, or for a code where there are codes. Somebody who has neither,
 * or whose sign-in was reset by a link, learns what to do instead.
 */
export function ProofDialog({ form, children, onSubmit, ...dialog }: ProofDialogProps) {
  const t = useTexts(SHELL)
  const { moment } = useFormats()
  const { person } = useSession()
  const { password, totp } = form.values

  if (person.waits_until > 0) {
    return (
      <Explanation title={dialog.title} onClose={dialog.onClose}>
        <p>{t.proof.waits(moment(person.waits_until))}</p>
      </Explanation>
    )
  }
  if (!person.has_totp && !person.has_password) {
    return (
      <Explanation title={dialog.title} onClose={dialog.onClose}>
        <p>{t.proof.needsPassword}</p>
        <p>
          <Link to="/account">{t.proof.toAccount}</Link>
        </p>
      </Explanation>
    )
  }

  async function submit(): Promise<Outcome<unknown>> {
    const outcome = await onSubmit(person.has_totp ? { totp } : { password })
    // After a lost answer the same proof may be sent again: nobody has verified it.
    if (outcome.kind !== 'lost') form.set(NO_PROOF)
    return inWords(outcome, t.problems.codes, FIELDS)
  }

  return (
    <FormDialog {...dialog} form={form} onSubmit={submit}>
      {children}
      {person.has_totp ? (
        <CodeField {...form.field('totp')} />
      ) : (
        <>
          <UserName />
          <Field
            label={t.proof.password}
            type="password"
            autoComplete="current-password"
            required
            {...form.field('password')}
          />
        </>
      )}
    </FormDialog>
  )
}

interface ExplanationProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
}

/** Shown in the place of the form: why the request cannot be sent now. */
function Explanation({ title, children, onClose }: ExplanationProps) {
  const { close } = useTexts(SHELL).actions
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>{close}</Button>}>
      {children}
    </Dialog>
  )
}
