import type { Tone } from './outcomes.ts'
import styles from './ToneIcon.module.css'

/** A barred circle, a clock and a triangle, so that the tone does not depend on colour alone. */
const SHAPES: Readonly<Record<Tone, string>> = {
  problem: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM4.8 4.8l10.4 10.4',
  pause: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10 5.8V10l2.8 2',
  notice: 'M10 3 18 17H2zM10 8v4M10 14.2v.4',
}

export function ToneIcon({ tone }: { readonly tone: Tone }) {
  return (
    <svg className={styles['icon']} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={SHAPES[tone]} />
    </svg>
  )
}
