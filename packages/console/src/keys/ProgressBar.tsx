import type { ReactNode } from 'react'
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
