import type { Outcome } from '../api/outcome.ts'
import { describeProblem } from '../messages/describe-problem.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './Problem.module.css'

/** Shows why a request was refused, or that its answer was lost. Otherwise renders nothing. */
export function Problem({ of: outcome }: { readonly of: Outcome<unknown> | undefined }) {
  const t = useTexts(SHELL)
  if (outcome === undefined || outcome.kind === 'done') return null
  return (
    <p role="alert" className={styles['problem']}>
      {describeProblem(outcome, t)}
    </p>
  )
}
