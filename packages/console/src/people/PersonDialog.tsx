import type { PersonRecord, Role } from '@latchkey/management'
import { NO_PROOF, type Proof, ProofDialog } from '../account/ProofDialog.tsx'
import type { Outcome } from '../api/outcome.ts'
import { readAgain } from '../api/query.ts'
import { type Answer, send } from '../api/send.ts'
import { useForm } from '../components/Form.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { PEOPLE } from './texts.ts'

/** What is to be done with a person. */
export type Asked =
  | { readonly kind: 'role'; readonly person: PersonRecord; readonly role: Role }
  | { readonly kind: 'link' | 'removal'; readonly person: PersonRecord }

interface PersonDialogProps {
  readonly asked: Asked
  readonly onLink: (answer: Answer<'changePerson'>) => void
  /** Called when a change of the role is undone. */
  readonly onUndo: (asked: Asked) => void
  readonly onClose: () => void
}

/** Changes who may sign in, after the password or a code. */
export function PersonDialog({ asked, onLink, onUndo, onClose }: PersonDialogProps) {
  const t = useTexts(SHELL)
  const people = useTexts(PEOPLE)
  const form = useForm(NO_PROOF)
  const { person } = asked
  const { email } = person
  const params = { person_id: person.id }

  async function submit(proof: Proof): Promise<Outcome<unknown>> {
    const outcome = await request(proof)
    if (outcome.kind === 'done') await readAgain('listPeople')
    return outcome
  }
  async function request(proof: Proof): Promise<Outcome<unknown>> {
    if (asked.kind === 'removal') {
      const outcome = await send('removePerson', { params, body: proof })
      if (outcome.kind === 'done') showToast({ text: people.removed(email) })
      return outcome
    }
    const change = asked.kind === 'role' ? { role: asked.role } : { new_link: true }
    const outcome = await send('changePerson', { params, body: { ...change, ...proof } })
    if (outcome.kind !== 'done') return outcome
    if (asked.kind === 'link') onLink(outcome.answer)
    if (asked.kind === 'role') {
      const undone: Asked = { kind: 'role', person, role: person.role as Role }
      showToast({
        text: people.changed(email, t.roles[asked.role].name),
        undo: { label: t.actions.undo, run: () => onUndo(undone) },
      })
    }
    return outcome
  }

  const texts = {
    role: [
      people.roleTitle(email),
      people.roleText(asked.kind === 'role' ? t.roles[asked.role].name : ''),
      people.roleAction,
    ],
    link: [people.newLinkTitle(email), people.newLinkText, people.inviteAction],
    removal: [people.removeTitle(email), people.removeText, people.remove],
  } as const
  const [title, lead, action] = texts[asked.kind]
  return (
    <ProofDialog
      form={form}
      role="alertdialog"
      title={title}
      lead={lead}
      action={action}
      isDangerous={asked.kind === 'removal'}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
