import type { KeyRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useState } from 'react'
import { refuse } from '../api/outcome.ts'
import { useMay } from '../api/session.ts'
import { Field } from '../components/Field.tsx'
import { Form } from '../components/Form.tsx'
import { Problem } from '../components/Problem.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './Card.module.css'
import { Fact } from './Fact.tsx'
import { useAct, useKeyParts, useKeyTexts } from './key-context.ts'
import type { Change } from './use-key.ts'

/** What the service accepts. Its schema would answer with the pattern. */
const CHAT_ID = /^[A-Za-z0-9_.:-]{1,64}$/

const linkTo = (chat_id: string, force: boolean): Change => ({
  action: 'link',
  chat_id,
  ...(force && { force }),
})

/** The chat ID, which is linked in its place. */
export function ChatFact() {
  const { key } = useKeyParts().found
  const { t } = useKeyTexts()
  const may = useMay()
  const { act, isBusy, outcome } = useAct()
  const [seen, setSeen] = useState<KeyRecord>()
  /** The focus returns from the form to the button. */
  const [hasEdited, setEdited] = useState(false)

  function close(): void {
    setSeen(undefined)
    setEdited(true)
  }

  if (seen !== undefined) return <ChatForm seen={seen} onClose={close} />
  const unlink = () =>
    act({ change: linkTo('', true), done: t.chat.unlinked, inverse: linkTo(key.chat_id, true) })
  const name = key.chat_id === '' ? t.chat.link : t.chat.change
  return (
    <Fact
      name={t.chat.label}
      buttons={
        may('changeKey') &&
        key.user_key !== '' && (
          <>
            <Button
              look="quiet"
              aria-label={`${t.chat.label}: ${name}`}
              autoFocus={hasEdited}
              onClick={() => setSeen(key)}
            >
              {name}
            </Button>
            {key.chat_id !== '' && (
              <Button
                look="quiet"
                aria-label={`${t.chat.label}: ${t.chat.unlink}`}
                aria-disabled={isBusy}
                onClick={() => !isBusy && unlink()}
              >
                {t.chat.unlink}
              </Button>
            )}
          </>
        )
      }
    >
      {key.chat_id || <i className={styles['none']}>{t.details.none}</i>}
      <Problem of={outcome} />
    </Fact>
  )
}

function ChatForm({ seen, onClose }: { readonly seen: KeyRecord; readonly onClose: () => void }) {
  const { t } = useKeyTexts()
  const { cancel } = useTexts(SHELL).actions
  const { act, outcome, clear } = useAct()
  const [text, setText] = useState('')
  const isTaken = outcome?.kind === 'refused' && outcome.code === 'HAS_CHAT_ID'
  return (
    <div>
      <dt className="visually-hidden">{t.chat.label}</dt>
      <dd>
        <Form
          action={isTaken ? t.chat.replace : t.chat.save}
          buttons={<Button onClick={onClose}>{cancel}</Button>}
          onSubmit={async () => {
            const chatId = text.trim()
            if (!CHAT_ID.test(chatId)) return refuse('chat_id', t.refusals['INVALID_CHAT_ID'] ?? '')
            const change = linkTo(chatId, isTaken)
            return act({ change, done: t.chat.linked, inverse: linkTo(seen.chat_id, true) }, seen)
          }}
          onDone={onClose}
        >
          {(errorOf) => (
            <Field
              label={t.chat.label}
              hint={seen.chat_id}
              autoFocus
              required
              autoComplete="off"
              spellCheck={false}
              value={text}
              error={errorOf('chat_id')}
              onChange={({ target }) => {
                setText(target.value)
                clear()
              }}
              onKeyDown={(event) => event.key === 'Escape' && onClose()}
            />
          )}
        </Form>
      </dd>
    </div>
  )
}
