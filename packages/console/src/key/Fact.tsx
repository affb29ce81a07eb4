import type { KeyRecord } from '@latchkey/management'
import { Button, type ButtonProps } from '@latchkey/react/design'
import { type ReactNode, useState } from 'react'
import { useMay } from '../api/session.ts'
import { useTexts } from '../messages/messages.ts'
import styles from './Card.module.css'
import { useKeyParts } from './key-context.ts'
import { KEY } from './texts.ts'

interface FactProps {
  readonly name: string
  /** An explanation, if the name needs one. */
  readonly meaning?: string
  readonly children: ReactNode
  /** The buttons that change the value. */
  readonly buttons?: ReactNode
}

/** A term and its value. */
export const Fact = ({ name, meaning, children, buttons }: FactProps) => (
  <div>
    <dt>{meaning === undefined ? name : `${name}: ${meaning}`}</dt>
    <dd className={styles['value']}>
      <span>{children}</span>
      {buttons !== undefined && <div>{buttons}</div>}
    </dd>
  </div>
)

interface ChangeButtonProps extends ButtonProps {
  /** The name of the fact, which is a part of the accessible name. */
  readonly of: string
  readonly children: string
}

/**
 * A button that changes a value. Renders nothing if the person may not, or if the key was deleted.
 */
export function ChangeButton({ of, children, ...props }: ChangeButtonProps) {
  const { key } = useKeyParts().found
  const may = useMay()
  if (!may('changeKey') || key.user_key === '') return null
  return (
    <Button look="quiet" aria-label={`${of}: ${children}`} {...props}>
      {children}
    </Button>
  )
}

interface EditedFactProps extends Partial<FactProps> {
  readonly name: string
  readonly value: ReactNode
  readonly action: string
  /** The record that the person saw, if the editing began earlier. */
  readonly begun?: KeyRecord | undefined
  readonly formOf: (seen: KeyRecord, close: () => void) => ReactNode
}

/** A value with a form that replaces it. The form gets the record that the person has seen. */
export function EditedFact({ value, action, begun, formOf, buttons, children, ...fact }: EditedFactProps) {
  const { name } = fact
  const { key } = useKeyParts().found
  const t = useTexts(KEY)
  const [seen, setSeen] = useState(begun)
  /** After editing, the focus returns from the form to the button. */
  const [hasEdited, setEdited] = useState(false)

  function close(): void {
    setSeen(undefined)
    setEdited(true)
  }
  if (seen !== undefined) {
    return (
      <div>
        <dt className="visually-hidden">{name}</dt>
        <dd>{formOf(seen, close)}</dd>
      </div>
    )
  }
  return (
    <Fact
      {...fact}
      buttons={
        <>
          <ChangeButton of={name} autoFocus={hasEdited} onClick={() => setSeen(key)}>
            {action}
          </ChangeButton>
          {buttons}
        </>
      }
    >
      {value || <i className={styles['none']}>{t.details.none}</i>}
      {children}
    </Fact>
  )
}
