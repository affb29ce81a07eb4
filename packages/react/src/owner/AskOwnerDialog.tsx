import type { AskView } from '@latchkey/client'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useApp } from '../app-context.ts'
import computers from '../computers/ComputersDialog.module.css'
import { Button } from '../design/Button.tsx'
import { Dialog } from '../design/Dialog.tsx'
import type { Messages } from '../messages/en.ts'
import styles from './AskOwnerDialog.module.css'

/** The number of characters of the longest name. Source: `DEVICE_NAME_LENGTH` of the protocol. */
const MAX_NAME_LENGTH = 64

export interface AskOwnerDialogProps {
  /** Undefined: the user has not sent the request yet. */
  readonly asking: AskView | undefined
  readonly onClose: () => void
}

/** Asks the owner of the refused key to free a computer, and shows the two words meanwhile. */
export function AskOwnerDialog({ asking, onClose }: AskOwnerDialogProps) {
  const { bridge, messages } = useApp()
  const text = messages.askOwner
  const [name, setName] = useState('')
  const fieldRef = useRef<HTMLInputElement>(null)
  const [formId, fieldId, hintId] = [useId(), useId(), useId()]
  const send = () => void bridge.license.askOwner(name)

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    send()
  }

  if (asking === undefined) {
    const actions = (
      <>
        <Button onClick={onClose}>{messages.gate.cancel}</Button>
        <Button look="primary" type="submit" form={formId}>
          {text.send}
        </Button>
      </>
    )
    return (
      <Dialog key="form" title={text.heading} onClose={onClose} focusRef={fieldRef} actions={actions}>
        <form id={formId} className={computers['parts']} onSubmit={handleSubmit}>
          {text.lead.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <div className={computers['form']}>
            <label htmlFor={fieldId}>{messages.computers.name}</label>
            <input
              ref={fieldRef}
              id={fieldId}
              className={computers['field']}
              aria-describedby={hintId}
              autoComplete="off"
              spellCheck={false}
              maxLength={MAX_NAME_LENGTH}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <p id={hintId} className={computers['soft']}>
              {text.nameHint}
            </p>
          </div>
        </form>
      </Dialog>
    )
  }
  const { kind } = asking
  const isOpen = kind === 'sending' || kind === 'waiting'
  return (
    <Dialog
      key="answer"
      title={text.heading}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{isOpen ? text.stop : messages.actions.close}</Button>
          {kind === 'late' && (
            <Button look="primary" onClick={send}>
              {text.lookAgain}
            </Button>
          )}
        </>
      }
    >
      <div className={computers['parts']}>
        {'words' in asking && (
          <div>
            <p>{text.words}</p>
            <p className={styles['words']} lang="en" translate="no">
              {asking.words.join(' ')}
            </p>
          </div>
        )}
        <p role="status" data-asking={kind}>
          {asking.kind === 'ended' ? endOf(asking.code, messages) : text[asking.kind]}
        </p>
      </div>
    </Dialog>
  )
}

/** The code comes from the network: `constructor` must not be found in a table. */
function endOf(code: string, { askOwner, outcomes }: Messages): string {
  const at = <Value,>(table: Readonly<Record<string, Value>>) =>
    Object.hasOwn(table, code) ? table[code] : undefined
  const known = at(outcomes.refusals) ?? at(outcomes.failures)
  return at(askOwner.ends) ?? `${askOwner.failed} ${known === undefined ? code : known.title}.`
}
