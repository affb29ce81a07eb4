import { type FormEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { classifyEntry } from './find-license-key.ts'
import { KeyField } from './KeyField.tsx'
import styles from './KeyForm.module.css'
import { OutcomePanel, type OutcomePanelProps } from './OutcomePanel.tsx'
import type { Outcome } from './outcomes.ts'

export interface KeyFormProps extends Pick<OutcomePanelProps, 'primaryRef' | 'onRetry' | 'onShowDevice'> {
  readonly text: string
  readonly onText: (text: string) => void
  /** Called with any text: only the main process decides whether it is a license key. */
  readonly onActivate: (text: string) => void
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>
  /** A message about a text that the user did not type. */
  readonly hint?: string | undefined
  /** The outcome of the last check, shown between the field and the button. */
  readonly outcome: Outcome | undefined
  /** Replaces the button while a check runs. */
  readonly progress?: ReactNode
}

/** The key field and its submit button. */
export function KeyForm({
  text,
  onText,
  onActivate,
  hint,
  fieldRef,
  outcome,
  progress,
  ...panelProps
}: KeyFormProps) {
  const { messages } = useApp()
  const [isEmptySubmitted, setIsEmptySubmitted] = useState(false)
  const outcomeId = useId()
  const isBusy = progress !== undefined

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (isBusy) return
    if (text === '') {
      setIsEmptySubmitted(true)
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
          setIsEmptySubmitted(false)
          onText(next)
        }}
        fieldRef={fieldRef}
        readOnly={isBusy}
        hint={isEmptySubmitted ? messages.entry.empty : hint}
        describedBy={outcome && outcomeId}
      />
      {outcome && (
        <OutcomePanel
          {...panelProps}
          key={outcome.code}
          outcome={outcome}
          textId={outcomeId}
          onEditKey={() => fieldRef.current?.focus()}
        />
      )}
      {progress ?? (
        <div className={styles['submit']}>
          <Button
            type="submit"
            // While an outcome is shown, its own button is the primary one.
            look={classifyEntry(text).kind === 'complete' && !outcome ? 'primary' : 'plain'}
          >
            {messages.gate.activate}
          </Button>
        </div>
      )}
    </form>
  )
}
