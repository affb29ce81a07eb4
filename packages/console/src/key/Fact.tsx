import type { ReactNode } from 'react'
import styles from './Card.module.css'

interface FactProps {
  readonly name: string
  readonly children: ReactNode
  /** What changes the value. */
  readonly buttons?: ReactNode
}

/** A term and its value. */
export const Fact = ({ name, children, buttons }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={styles['value']}>
      <span>{children}</span>
      {buttons !== undefined && <div>{buttons}</div>}
    </dd>
  </div>
)
