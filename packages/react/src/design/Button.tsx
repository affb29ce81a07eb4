import type { ComponentProps } from 'react'
import styles from './Button.module.css'

/** The attributes of `<button>`, without a class. */
export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  /** `primary`: the main action of the page. `quiet`: looks like a link. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly type?: 'button' | 'submit'
}

/** A button of type `button`, unless another type is given. */
export function Button({ look = 'plain', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={styles['button']} data-look={look} />
}
