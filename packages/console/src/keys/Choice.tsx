import styles from './dialogs.module.css'

interface ChoiceProps {
  readonly type: 'radio' | 'checkbox'
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export const Choice = ({ type, label, isOn, onChange }: ChoiceProps) => (
  <label className={styles['choice']}>
    <input type={type} checked={isOn} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
)
