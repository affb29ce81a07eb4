import { type RefObject, useEffect, useState } from 'react'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { CopyButton } from '../design/CopyButton.tsx'
import styles from './OutcomePanel.module.css'
import type { Outcome, OutcomeAction } from './outcomes.ts'
import { ToneIcon } from './ToneIcon.tsx'

export interface OutcomePanelProps {
  readonly outcome: Outcome
  /** The ID of the text, for `aria-describedby` of the field. */
  readonly textId?: string
  readonly primaryRef?: RefObject<HTMLButtonElement | null>
  readonly onRetry: () => void
  readonly onEditKey: () => void
  readonly onShowDevice: () => void
}

/** Shows the reason of a refusal or failure, and the actions that may resolve it. */
export function OutcomePanel({ outcome, textId, primaryRef, ...handlers }: OutcomePanelProps) {
  const { bridge, messages } = useApp()
  const secondsLeft = useCountdown(outcome.waitSeconds)

  function actionButton(action: OutcomeAction, look: 'primary' | 'quiet') {
    const ref = look === 'primary' ? primaryRef : undefined
    if (action.kind === 'copy-report') {
      return (
        <CopyButton
          ref={ref}
          look={look}
          label={messages.actions.copyReport}
          copy={bridge.device.copyReport}
        />
      )
    }
    const isWaiting = action.kind === 'retry' && secondsLeft > 0
    return (
      <Button
        ref={ref}
        look={look}
        aria-disabled={isWaiting}
        onClick={() => {
          if (!isWaiting) perform(action)
        }}
      >
        {labelOf(action)}
      </Button>
    )
  }

  function perform(action: Exclude<OutcomeAction, { kind: 'copy-report' }>): void {
    if (action.kind === 'retry') handlers.onRetry()
    else if (action.kind === 'edit-key') handlers.onEditKey()
    else if (action.kind === 'show-device') handlers.onShowDevice()
    else if (action.kind === 'accept-device') void bridge.license.acceptDevice()
    else void bridge.app.openHelp(action.topic)
  }

  function labelOf(action: Exclude<OutcomeAction, { kind: 'copy-report' }>): string {
    if (action.kind === 'retry') {
      return secondsLeft > 0 ? messages.actions.retryIn(secondsLeft) : messages.actions.retry
    }
    if (action.kind === 'edit-key') return messages.actions.editKey
    if (action.kind === 'accept-device') return messages.actions.acceptDevice
    return action.kind === 'show-device' ? messages.actions.showDevice : messages.actions.help[action.topic]
  }

  return (
    <div className={styles['panel']} data-tone={outcome.tone}>
      {/* The countdown is outside of the alert: screen readers would read it every second. */}
      <div id={textId} role="alert" data-code={outcome.code}>
        <p className={styles['title']}>
          <ToneIcon tone={outcome.tone} />
          {outcome.title}
        </p>
        <p className={styles['text']}>{outcome.text}</p>
        {outcome.certificateIssuer !== undefined && (
          <p className={styles['text']}>{messages.outcomes.certificateFrom(outcome.certificateIssuer)}</p>
        )}
        {outcome.message !== '' && (
          <p className={styles['message']}>
            {messages.outcomes.serviceSays} <q>{outcome.message}</q>
          </p>
        )}
      </div>
      <div className={styles['actions']}>
        {actionButton(outcome.primary, 'primary')}
        {outcome.secondary !== undefined && actionButton(outcome.secondary, 'quiet')}
        <details className={styles['details']}>
          <summary>{messages.outcomes.details}</summary>
          <ul>
            {[...new Set([outcome.code, ...outcome.details])].map((line) => (
              <li key={line}>
                <code>{line}</code>
              </li>
            ))}
          </ul>
          <CopyButton look="quiet" label={messages.actions.copyReport} copy={bridge.device.copyReport} />
        </details>
      </div>
    </div>
  )
}

/** Returns the remaining seconds, updated once a second. */
function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(Math.ceil(seconds))
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    // Compares with the end instead of counting ticks, because background windows throttle timers.
    const end = performance.now() + seconds * 1000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [isRunning, seconds])
  return left
}
