import styles from './StateBadge.module.css'

/** Each tone has a sign of its own, so that no state depends on its colour alone. */
const SIGNS = { good: '●', neutral: '○', caution: '◐', problem: '✕' } as const

export type Tone = keyof typeof SIGNS

/** A state in one or two words, such as `Active`. */
export const StateBadge = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <span className={styles['badge']} data-tone={tone}>
    <span aria-hidden="true">{SIGNS[tone]}</span>
    {children}
  </span>
)
