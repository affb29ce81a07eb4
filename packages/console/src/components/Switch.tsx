import { useId } from 'react'
import styles from './Switch.module.css'

interface SwitchProps {
  readonly label: string
  /** What it does when it is on. */
  readonly hint: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** Something that is on or off. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles['switch']}>
      <input
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its state by itself.
        role="switch"
        aria-describedby={`${id}-hint`}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <p id={`${id}-hint`} className={styles['hint']}>
        {hint}
      </p>
    </div>
  )
}
