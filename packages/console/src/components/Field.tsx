import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

interface FieldFrame {
  readonly label: string
  /** A text that is always shown below the field. */
  readonly hint?: ReactNode
  /** Shown instead of the hint, and announced when it appears. */
  readonly error?: string | undefined
}

/** What the control of a field needs, so that label, hint and error belong to it. */
interface ControlProps {
  readonly id: string
  readonly className: string | undefined
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
}

type Controlled<Element extends 'input' | 'textarea' | 'select'> = FieldFrame &
  Omit<ComponentProps<Element>, 'id' | 'className' | 'aria-describedby' | 'aria-invalid'>

/** A label, a control and what is wrong with it. */
function useFrame({ label, hint, error }: FieldFrame, control: (props: ControlProps) => ReactNode) {
  const id = useId()
  const isWrong = error !== undefined
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      {control({
        id,
        className: styles['control'],
        'aria-describedby': `${id}-text`,
        'aria-invalid': isWrong,
      })}
      <p id={`${id}-text`} className={styles['text']} data-error={isWrong} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  )
}

/** A text field, or another type of `<input>`, with its error beside it. */
export const Field = ({ label, hint, error, ...input }: Controlled<'input'>) =>
  useFrame({ label, hint, error }, (props) => <input autoComplete="off" {...input} {...props} />)

/** A field of a number that must be there. */
export const NumberField = (props: Controlled<'input'>) => <Field type="number" required {...props} />

/** A field of several lines. */
export const TextAreaField = ({ label, hint, error, ...area }: Controlled<'textarea'>) =>
  useFrame({ label, hint, error }, (props) => <textarea {...area} {...props} />)

interface SelectFieldProps extends Omit<Controlled<'select'>, 'children'> {
  /** Values with their names. */
  readonly options: readonly (readonly [value: string | number, name: string])[]
}

/** A native list of choices. */
export const SelectField = ({ label, hint, error, options, ...select }: SelectFieldProps) =>
  useFrame({ label, hint, error }, (props) => (
    <select {...select} {...props}>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  ))
