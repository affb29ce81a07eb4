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
  /** Another thing is the one to do now. */
  readonly isSecondary?: boolean
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
  isSecondary,
  progress,
}: KeyFormProps) {
  const { words } = useApp()
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
        hint={isMissed ? words.entry.empty : hint}
        describedBy={describedBy}
      />
      {progress ?? (
        <div className={styles['submit']}>
          <Button
            type="submit"
            look={judgeEntry(text).kind === 'complete' && !isSecondary ? 'primary' : 'plain'}
          >
            {words.gate.activate}
          </Button>
        </div>
      )}
    </form>
  )
}
