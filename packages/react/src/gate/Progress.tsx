import type { CheckPhase } from '@latchkey/client'
import { useLayoutEffect, useRef } from 'react'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import styles from './Progress.module.css'

const PHASES: readonly CheckPhase[] = ['identify', 'connect', 'check']

export interface ProgressProps {
  /** `done`: the key was accepted, and the main process opens the product. */
  readonly phase: CheckPhase | 'done'
  /** The check starts a trial. */
  readonly isTrial: boolean
  /** Set when it replaced the focused button, so that the focus is not lost. */
  readonly takesFocus: boolean
}

export function Progress({ phase, isTrial, takesFocus }: ProgressProps) {
  const { bridge, messages } = useApp()
  const names = isTrial ? { ...messages.phases, check: messages.trial.starting } : messages.phases
  const cancelRef = useRef<HTMLButtonElement>(null)
  const isDone = phase === 'done'
  const current = isDone ? PHASES.length : PHASES.indexOf(phase)

  useLayoutEffect(() => {
    if (takesFocus && document.activeElement === document.body) cancelRef.current?.focus()
  }, [takesFocus])

  return (
    <div className={styles['progress']}>
      <div className={styles['row']} data-done={isDone}>
        <p role="status">{messages.gate.inProgress(isDone ? messages.gate.opening : names[phase])}</p>
        <Button ref={cancelRef} look="quiet" onClick={() => void bridge.license.cancel()}>
          {messages.gate.cancel}
        </Button>
      </div>
      <ol className={styles['phases']}>
        {PHASES.map((name, index) => (
          <li key={name} data-done={index < current} aria-current={name === phase ? 'step' : undefined}>
            <span className="visually-hidden">{names[name]}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
