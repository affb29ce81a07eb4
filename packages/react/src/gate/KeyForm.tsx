import { type FormEvent, type ReactNode, type RefObject, useState } from 'react'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { judgeEntry } from './find-license-key.ts'
import { KeyField } from './KeyField.tsx'
import styles from './KeyForm.module.css'

export interface KeyFormProps {
  readonly text: string
  readonly onText: (text: string) => void
  /** What the user wants checked. A text that is no key goes there as well: one place decides what a key is. */
  readonly onActivate: (text: string) => void
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>
  /** What to say about a text that the user did not type. */
  readonly hint?: string | undefined
  readonly describedBy?: string | undefined
  /** What came of the key that was sent: stands between the field that it is about and the button. */
  readonly outcome?: ReactNode
  /** Stands in the button's place while a check runs. */
  readonly progress?: ReactNode
}

/** The key field and the button that sends what is in it. */
export function KeyForm({
  text,
  onText,
  onActivate,
  hint,
  fieldRef,
  describedBy,
  outcome,
  progress,
}: KeyFormProps) {
  const { messages } = useApp()
  const [isMissed, setIsMissed] = useState(false)
  const isBusy = progress !== undefined

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (isBusy) return
    if (text === '') {
      setIsMissed(true)
      fieldRef.current?.focus()
      return
    }
    onActivate(text)
  }

  return (
    <form className={styles['form']} onSubmit={handleSubmit} noValidate={true}>
      <KeyField
        value={text}
        onChange={(next) => {
          setIsMissed(false)
          onText(next)
        }}
        fieldRef={fieldRef}
        readOnly={isBusy}
        hint={isMissed ? messages.entry.empty : hint}
        describedBy={describedBy}
      />
      {outcome}
      {progress ?? (
        <div className={styles['submit']}>
          <Button
            type="submit"
            // While there is an outcome, another thing is the one to do.
            look={judgeEntry(text).kind === 'complete' && !outcome ? 'primary' : 'plain'}
          >
            {messages.gate.activate}
          </Button>
        </div>
      )}
    </form>
  )
}
