import { type RefObject, useEffect, useState } from 'react'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { CopyReportButton } from '../design/CopyButton.tsx'
import styles from './OutcomePanel.module.css'
import type { Outcome, OutcomeAction, Tone } from './outcomes.ts'

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
    if (action === 'copy-report') return <CopyReportButton ref={ref} look={look} />
    const { retry, retryIn, editKey, showDevice, acceptDevice, help } = messages.actions
    const isWaiting = action === 'retry' && secondsLeft > 0
    const labels = {
      ...help,
      retry: isWaiting ? retryIn(secondsLeft) : retry,
      'edit-key': editKey,
      'show-device': showDevice,
      'accept-device': acceptDevice,
    }
    return (
      <Button ref={ref} look={look} aria-disabled={isWaiting} onClick={() => isWaiting || perform(action)}>
        {labels[action]}
      </Button>
    )
  }

  function perform(action: Exclude<OutcomeAction, 'copy-report'>): void {
    if (action === 'retry') handlers.onRetry()
    else if (action === 'edit-key') handlers.onEditKey()
    else if (action === 'show-device') handlers.onShowDevice()
    else if (action === 'accept-device') void bridge.license.acceptDevice()
    else void bridge.app.openHelp(action)
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
          <CopyReportButton look="quiet" />
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

/** A barred circle, a clock and a triangle, so that the tone does not depend on colour alone. */
const SHAPES: Readonly<Record<Tone, string>> = {
  problem: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM4.8 4.8l10.4 10.4',
  pause: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10 5.8V10l2.8 2',
  notice: 'M10 3 18 17H2zM10 8v4M10 14.2v.4',
}

function ToneIcon({ tone }: { readonly tone: Tone }) {
  return (
    <svg className={styles['icon']} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={SHAPES[tone]} />
    </svg>
  )
}
