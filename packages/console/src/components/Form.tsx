import { Button } from '@latchkey/react/design'
import { type ReactNode, useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './Form.module.css'
import { Problem } from './Problem.tsx'

interface FormProps {
  readonly action: string
  /** Sends what was typed. The form keeps it, whatever the outcome is. */
  readonly onSubmit: () => Promise<Outcome<unknown>>
  readonly onDone?: () => void
  /** The fields. They show the refusals that name them: `errorOf('email')`. */
  readonly children: (errorOf: (field: string) => string | undefined) => ReactNode
  /** Refusals that are no problem, such as that a code is needed. */
  readonly isExpected?: (outcome: Outcome<unknown>) => boolean
  /** The action is red. */
  readonly isDangerous?: boolean
  /** Further buttons. */
  readonly buttons?: ReactNode
}

/** A form of one request: busy while it is sent, with its refusal beside the field it names. */
export function Form({ action, onSubmit, onDone, children, isExpected, isDangerous, buttons }: FormProps) {
  const t = useTexts(SHELL)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<unknown>>()
  const shownFields = new Set<string>()

  async function submit(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    const ended = await onSubmit()
    setBusy(false)
    setOutcome(isExpected?.(ended) === true ? undefined : ended)
    if (ended.kind === 'done') onDone?.()
  }

  function errorOf(field: string): string | undefined {
    shownFields.add(field)
    return outcome?.kind === 'refused' && outcome.field === field ? outcome.message : undefined
  }

  const fields = children(errorOf)
  const isBesideField = outcome?.kind === 'refused' && shownFields.has(outcome.field ?? '')
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {fields}
      <Problem of={isBesideField ? undefined : outcome} />
      <div className={styles['buttons']}>
        <Button type="submit" look={isDangerous === true ? 'danger' : 'primary'} aria-disabled={isBusy}>
          {isBusy ? t.actions.working : action}
        </Button>
        {buttons}
      </div>
    </form>
  )
}
