import type { KeyRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { TextAreaField } from '../components/Field.tsx'
import { Form, useForm } from '../components/Form.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { EditedFact } from './Fact.tsx'
import { useAct, useKeyParts } from './key-context.ts'
import { KEY } from './texts.ts'

const LONGEST_NOTE = 1_000

/** A note that is being written, with the record that its writer saw. */
interface Draft {
  readonly seen: KeyRecord
  readonly text: string
}

/** The public note, or the one that only the vendor sees. */
type NoteField = 'note' | 'vendor_note'

/**
 * Drafts by the ID of the key and the note. They survive the end of a session and the next sign-in.
 */
const drafts = new Map<string, Draft>()

const draftOf = (keyId: string, of: NoteField) => ({
  read: (): Draft | undefined => drafts.get(`${keyId} ${of}`),
  store: (draft: Draft): void => void drafts.set(`${keyId} ${of}`, draft),
  clear: (): void => void drafts.delete(`${keyId} ${of}`),
})

/** A note, which is edited in its place and saved with the version that was read. */
export function NoteFact({ of }: { readonly of: NoteField }) {
  const { place, found } = useKeyParts()
  const note = found.key[of]
  const t = useTexts(KEY)
  return (
    <EditedFact
      name={t.note.labels[of]}
      meaning={t.note.seenBy[of]}
      value={note}
      action={note === '' ? t.note.add : t.note.edit}
      begun={draftOf(place.keyId, of).read()?.seen}
      formOf={(seen, close) => <NoteForm of={of} seen={seen} onClose={close} />}
    />
  )
}

interface NoteFormProps {
  readonly of: NoteField
  readonly seen: KeyRecord
  readonly onClose: () => void
}

function NoteForm({ of, seen, ...props }: NoteFormProps) {
  const { place } = useKeyParts()
  const t = useTexts(KEY)
  const { cancel } = useTexts(SHELL).actions
  const { act } = useAct()
  const draft = draftOf(place.keyId, of)
  const form = useForm(() => ({ note: draft.read()?.text ?? seen[of] }))
  const field = form.field('note')

  function close(): void {
    draft.clear()
    props.onClose()
  }

  return (
    <Form
      form={form}
      buttons={<Button onClick={close}>{cancel}</Button>}
      onSubmit={() => {
        const inverse = { action: 'note', [of]: seen[of] } as const
        const change = { action: 'note', [of]: form.values.note } as const
        return act({ change, done: t.note.saved[of], inverse }, seen)
      }}
      onDone={close}
    >
      <TextAreaField
        {...field}
        label={t.note.labels[of]}
        hint={t.note.hints[of]}
        autoFocus
        maxLength={LONGEST_NOTE}
        onChange={(event) => {
          field.onChange(event)
          draft.store({ seen, text: event.target.value })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.currentTarget.form?.requestSubmit()
          }
        }}
      />
    </Form>
  )
}
