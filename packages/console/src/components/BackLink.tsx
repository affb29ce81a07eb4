import { Link } from '@tanstack/react-router'
import styles from './Page.module.css'

interface BackLinkProps {
  /** The page of the project above this one. */
  readonly to: 'keys' | 'overview' | 'scripts'
  readonly projectId: string
  readonly children: string
}

/** Leads to the page above. */
export const BackLink = ({ to, projectId, children }: BackLinkProps) => (
  <Link to={`/projects/$projectId/${to}`} params={{ projectId }} className={styles['back']}>
    <span aria-hidden="true">‹ </span>
    {children}
  </Link>
)
