import styles from './Mark.module.css'

/** The product's mark: a keyhole with light behind it. Replace it together with the icons in `resources/`. */
export function Mark() {
  return (
    <svg className={styles['mark']} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect className={styles['door']} width="64" height="64" rx="15" />
      <path
        className={styles['keyhole']}
        d="M32 13.5a10.5 10.5 0 0 0-5.1 19.7L23.6 48a2 2 0 0 0 2 2.5h12.8a2 2 0 0 0 2-2.5l-3.3-14.8A10.5 10.5 0 0 0 32 13.5z"
      />
    </svg>
  )
}
