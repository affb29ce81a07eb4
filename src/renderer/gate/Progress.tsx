import { useLayoutEffect, useRef } from 'react'
import type { CheckPhase } from '../../shared/license-view.ts'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import styles from './Progress.module.css'

const PHASES: readonly CheckPhase[] = ['identify', 'connect', 'check']

export interface ProgressProps {
  readonly phase: CheckPhase
  /** It stands where the focused button was. */
  readonly takesFocus: boolean
}

/** How far the check has come, as the main process tells it. */
export function Progress({ phase, takesFocus }: ProgressProps) {
  const { bridge, words } = useApp()
  const cancelRef = useRef<HTMLButtonElement>(null)
  const current = PHASES.indexOf(phase)

  useLayoutEffect(() => {
    if (takesFocus && document.activeElement === document.body) cancelRef.current?.focus()
  }, [takesFocus])

  return (
    <div className={styles['progress']}>
      <div className={styles['row']}>
        <p role="status">{words.phases[phase]} …</p>
        <Button ref={cancelRef} look="quiet" onClick={() => void bridge.license.cancel()}>
          {words.gate.cancel}
        </Button>
      </div>
      <ol className={styles['phases']}>
        {PHASES.map((name, index) => (
          <li key={name} data-done={index < current} aria-current={name === phase ? 'step' : undefined}>
            <span className="visually-hidden">{words.phases[name]}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
