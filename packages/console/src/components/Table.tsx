import type { ReactNode } from 'react'
import styles from './table.module.css'

interface TableProps {
  readonly heads: readonly string[]
  /** The last column has buttons, and no head. */
  readonly hasActions?: boolean
  /** The rows. Rows without data stand for those that are being read. */
  readonly children: ReactNode
}

/** A table whose rows are blocks on a telephone. */
export const Table = ({ heads, hasActions = false, children }: TableProps) => (
  <table className={`${styles['table']} ${styles['blocks']}`}>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head}>{head}</th>
        ))}
        {hasActions && <td />}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
