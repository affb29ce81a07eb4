import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useApp } from '../app-context.ts'
import { WaitingButton } from '../design/WaitingButton.tsx'
import { classifyEntry } from './find-license-key.ts'
import { KeyField } from './KeyField.tsx'
import styles from './KeyForm.module.css'
import { OutcomePanel, type OutcomePanelProps } from './OutcomePanel.tsx'
import type { Outcome } from './outcomes.ts'

export interface KeyFormProps extends Pick<OutcomePanelProps, 'onRetry' | 'onChooseComputer' | 'onAskOwner'> {
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
  onRetry,
  onChooseComputer,
  onAskOwner,
}: KeyFormProps) {
  const { messages, info } = useApp()
  const [isEmptySubmitted, setIsEmptySubmitted] = useState(false)
  const outcomeId = useId()
  const primaryRef = useRef<HTMLButtonElement>(null)
  const isBusy = progress !== undefined
  const { kind } = classifyEntry(text, info.takesOtherKeys)
  /** This button sends the key again, and that is the primary action. */
  const isRetry = outcome?.actions[0] === 'retry' && onRetry === undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of a check is an outcome, too
  useEffect(() => {
    const button = primaryRef.current
    const target = button ?? fieldRef.current
    if (isBusy || target === null) return
    target.focus({ preventScroll: true })
    if (!outcome) return
    // In a low window the outcome is below the visible part of the page. What comes last is seen for
    // certain: the button, and without one the words of the outcome.
    const words = document.getElementById(outcomeId)
    const parts = button ? [target.form, words, button] : [target.form, words]
    for (const part of parts) part?.scrollIntoView({ block: 'nearest' })
  }, [isBusy, outcome?.code])

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
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
          key={outcome.code}
          outcome={outcome}
          textId={outcomeId}
          primaryRef={isRetry ? undefined : primaryRef}
          onRetry={onRetry}
          onChooseComputer={onChooseComputer}
          onAskOwner={onAskOwner}
        />
      )}
      {progress ?? (
        <div className={styles['submit']}>
          <WaitingButton
            key={outcome?.code}
            ref={isRetry ? primaryRef : undefined}
            type="submit"
            look={isRetry || (!outcome && (kind === 'complete' || kind === 'other')) ? 'primary' : 'plain'}
            label={messages.gate.activate}
            waitSeconds={isRetry ? outcome.waitSeconds : 0}
          />
        </div>
      )}
    </form>
  )
}
