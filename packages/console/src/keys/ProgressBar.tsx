import type { ReactNode } from 'react'
import type { Interruption } from '../api/use-run.ts'
import { Alert, Problem } from '../components/Problem.tsx'
import styles from './dialogs.module.css'

interface ProgressBarProps {
  readonly done: number
  readonly of: number
  readonly children: ReactNode
}

export const ProgressBar = ({ done, of, children }: ProgressBarProps) => (
  <label className={styles['progress']}>
    {children}
    <progress value={done} max={Math.max(of, 1)} />
  </label>
)

interface InterruptedProps {
  readonly by: Interruption | undefined
  readonly stopped: string
  readonly lost: string
}

/** Explains why a run was interrupted. */
export function Interrupted({ by, stopped, lost }: InterruptedProps) {
  switch (by?.kind) {
    case undefined:
      return null
    case 'stopped':
      return <p role="status">{stopped}</p>
    case 'lost':
      return <Alert>{lost}</Alert>
    case 'refused':
      return <Problem of={by} />
  }
}
