import type { KeyRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { refuse } from '../api/outcome.ts'
import { Field } from '../components/Field.tsx'
import { Form, useForm } from '../components/Form.tsx'
import { Problem } from '../components/Problem.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { ChangeButton, EditedFact } from './Fact.tsx'
import { useAct, useKeyParts } from './key-context.ts'
import { KEY } from './texts.ts'
import type { Change } from './use-key.ts'

/**
 * The chat IDs that the service accepts. Checked here, because its refusal would show this pattern.
 */
const CHAT_ID = /^[A-Za-z0-9_.:-]{1,64}$/

const linkTo = (chat_id: string, force: boolean): Change => ({
  action: 'link',
  chat_id,
  ...(force && { force }),
})

/** The chat ID, with a form that links it. */
export function ChatFact() {
  const { chat_id } = useKeyParts().found.key
  const t = useTexts(KEY)
  const { act, isBusy, outcome } = useAct()
  const unlink = () =>
    act({ change: linkTo('', true), done: t.chat.unlinked, inverse: linkTo(chat_id, true) })
  return (
    <EditedFact
      name={t.chat.label}
      value={chat_id}
      action={chat_id === '' ? t.chat.link : t.chat.change}
      formOf={(seen, close) => <ChatForm seen={seen} onClose={close} />}
      buttons={
        chat_id !== '' && (
          <ChangeButton of={t.chat.label} aria-disabled={isBusy} onClick={() => !isBusy && unlink()}>
            {t.chat.unlink}
          </ChangeButton>
        )
      }
    >
      <Problem of={outcome} />
    </EditedFact>
  )
}

function ChatForm({ seen, onClose }: { readonly seen: KeyRecord; readonly onClose: () => void }) {
  const t = useTexts(KEY)
  const { cancel } = useTexts(SHELL).actions
  const { act, outcome, clear } = useAct()
  const form = useForm({ chat_id: '' })
  const field = form.field('chat_id')
  const isTaken = outcome?.kind === 'refused' && outcome.code === 'HAS_CHAT_ID'
  return (
    <Form
      form={form}
      action={isTaken ? t.chat.replace : t.chat.link}
      buttons={<Button onClick={onClose}>{cancel}</Button>}
      onSubmit={async () => {
        const chatId = form.values.chat_id.trim()
        if (!CHAT_ID.test(chatId)) return refuse('chat_id', t.refusals['INVALID_CHAT_ID'] ?? '')
        const change = linkTo(chatId, isTaken)
        return act({ change, done: t.chat.linked, inverse: linkTo(seen.chat_id, true) }, seen)
      }}
      onDone={onClose}
    >
      <Field
        {...field}
        label={t.chat.label}
        hint={seen.chat_id}
        autoFocus
        required
        spellCheck={false}
        onChange={(event) => {
          field.onChange(event)
          clear()
        }}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
    </Form>
  )
}
