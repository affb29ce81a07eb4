import type { KeyRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useState } from 'react'
import { useMay } from '../api/session.ts'
import { TextAreaField } from '../components/Field.tsx'
import { Form } from '../components/Form.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './Card.module.css'
import { draftOf } from './drafts.ts'
import { Fact } from './Fact.tsx'
import { useAct, useKeyParts, useKeyTexts } from './key-context.ts'

const LONGEST_NOTE = 1_000

/** The note, which is edited in its place and saved with the version that was read. */
export function NoteFact() {
  const { place, found } = useKeyParts()
  const { key } = found
  const { t } = useKeyTexts()
  const may = useMay()
  const draft = draftOf(place.keyId)
  const [seen, setSeen] = useState<KeyRecord | undefined>(draft.read()?.seen)
  /** The focus returns from the form to the button. */
  const [hasEdited, setEdited] = useState(false)

  function close(): void {
    draft.clear()
    setSeen(undefined)
    setEdited(true)
  }

  if (seen !== undefined) return <NoteForm seen={seen} onClose={close} />
  const name = key.note === '' ? t.note.add : t.note.edit
  return (
    <Fact
      name={t.note.label}
      buttons={
        may('changeKey') &&
        key.user_key !== '' && (
          <Button
            look="quiet"
            aria-label={`${t.note.label}: ${name}`}
            autoFocus={hasEdited}
            onClick={() => setSeen(key)}
          >
            {name}
          </Button>
        )
      }
    >
      {key.note || <i className={styles['none']}>{t.details.none}</i>}
    </Fact>
  )
}

function NoteForm({ seen, onClose }: { readonly seen: KeyRecord; readonly onClose: () => void }) {
  const { place } = useKeyParts()
  const { t } = useKeyTexts()
  const { cancel } = useTexts(SHELL).actions
  const { act } = useAct()
  const draft = draftOf(place.keyId)
  const [text, setText] = useState(draft.read()?.text ?? seen.note)
  return (
    <div>
      <dt className="visually-hidden">{t.note.label}</dt>
      <dd>
        <Form
          action={t.note.save}
          buttons={<Button onClick={onClose}>{cancel}</Button>}
          onSubmit={() => {
            const inverse = { action: 'note', note: seen.note } as const
            return act({ change: { action: 'note', note: text }, done: t.note.saved, inverse }, seen)
          }}
          onDone={onClose}
        >
          {(errorOf) => (
            <TextAreaField
              label={t.note.label}
              hint={t.note.hint}
              autoFocus
              maxLength={LONGEST_NOTE}
              value={text}
              error={errorOf('note')}
              onChange={({ target }) => {
                setText(target.value)
                draft.store({ seen, text: target.value })
              }}
              onKeyDown={(event) => {
                if (event.key === 'Escape') onClose()
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                  event.currentTarget.form?.requestSubmit()
                }
              }}
            />
          )}
        </Form>
      </dd>
    </div>
  )
}
