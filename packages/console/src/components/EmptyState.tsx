import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  readonly title: string
  /** What this place is for, and how to fill it. */
  readonly children: ReactNode
  /** The button that fills it. */
  readonly action?: ReactNode
}

/** Stands where there is nothing yet, and teaches what to do. */
export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <section className={styles['empty']}>
    <h2 className={styles['title']}>{title}</h2>
    <div className={styles['text']}>{children}</div>
    {action && <div className={styles['action']}>{action}</div>}
  </section>
)
