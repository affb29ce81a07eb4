import { Link } from '@tanstack/react-router'
import styles from './Page.module.css'

type BackLinkProps = { readonly children: string } & (
  | { readonly to: 'customers'; readonly projectId?: never }
  /** A page of a project. */
  | {
      readonly to: 'keys' | 'mail' | 'orders' | 'orders/products' | 'orders/shops' | 'overview' | 'scripts'
      readonly projectId: string
    }
)

/** Leads to the page above. */
export function BackLink({ children, ...above }: BackLinkProps) {
  const place =
    above.to === 'customers'
      ? ({ to: '/customers' } as const)
      : ({ to: `/projects/$projectId/${above.to}`, params: { projectId: above.projectId } } as const)
  return (
    <Link {...place} className={styles['back']}>
      <span aria-hidden="true">‹ </span>
      {children}
    </Link>
  )
}
