import { useId } from 'react'
import styles from './Mark.module.css'

/**
 * The product's logo, in the accent colours. Replace it together with the icons in `resources/`.
 */
export function Mark() {
  const gradientId = useId()
  return (
    <svg className={styles['mark']} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <linearGradient id={gradientId} x2="0" y2="1">
        <stop className={styles['top']} />
        <stop className={styles['bottom']} offset="1" />
      </linearGradient>
      <rect width="64" height="64" rx="14.75" fill={`url(#${gradientId})`} />
      <path
        className={styles['keyhole']}
        d="M32 11.5a11.6 11.6 0 0 0-5.8 21.7L22.5 49.8a2.3 2.3 0 0 0 2.25 2.8h14.5a2.3 2.3 0 0 0 2.25-2.8L37.8 33.2A11.6 11.6 0 0 0 32 11.5z"
      />
    </svg>
  )
}
