import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

interface FieldFrame {
  readonly label: string
  /** Below the field, always. */
  readonly hint?: ReactNode
  /** Beside the field instead of the hint; announced when it appears. */
  readonly error?: string | undefined
}

/** What the control of a field needs, so that label, hint and error belong to it. */
interface ControlProps {
  readonly id: string
  readonly className: string | undefined
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
}

/** A label, a control and what is wrong with it. */
function Frame({
  label,
  hint,
  error,
  children,
}: FieldFrame & { children: (props: ControlProps) => ReactNode }) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      {children({
        id,
        className: styles['control'],
        'aria-describedby': `${id}-text`,
        'aria-invalid': error !== undefined,
      })}
      <p id={`${id}-text`} className={styles['text']} data-error={error !== undefined} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  )
}

type Controlled<Element extends 'input' | 'textarea' | 'select'> = FieldFrame &
  Omit<ComponentProps<Element>, 'id' | 'className' | 'aria-describedby' | 'aria-invalid'>

/** A text field, or another type of `<input>`, with its error beside it. */
export const Field = ({ label, hint, error, ...input }: Controlled<'input'>) => (
  <Frame label={label} hint={hint} error={error}>
    {(props) => <input {...input} {...props} />}
  </Frame>
)

/** A field of several lines. */
export const TextAreaField = ({ label, hint, error, ...area }: Controlled<'textarea'>) => (
  <Frame label={label} hint={hint} error={error}>
    {(props) => <textarea {...area} {...props} />}
  </Frame>
)

/** A native list of choices: its children are `<option>`. */
export const SelectField = ({ label, hint, error, ...select }: Controlled<'select'>) => (
  <Frame label={label} hint={hint} error={error}>
    {(props) => <select {...select} {...props} />}
  </Frame>
)
