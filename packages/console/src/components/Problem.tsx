import type { ReactNode } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { describeProblem } from '../messages/describe-problem.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './Problem.module.css'

/** Shows why a request was refused, or that its answer was lost. Otherwise renders nothing. */
export function Problem({ of: outcome }: { readonly of: Outcome<unknown> | undefined }) {
  const t = useTexts(SHELL)
  if (outcome === undefined || outcome.kind === 'done') return null
  return <Alert>{describeProblem(outcome, t)}</Alert>
}

/** What went wrong. */
export const Alert = ({ children }: { readonly children: ReactNode }) => (
  <div role="alert" className={styles['problem']}>
    {children}
  </div>
)
