import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './Menu.module.css'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
}

/** A menu below a button. Its children are `MenuItem` and `MenuChoice`. */
export function Menu({ trigger, children, align = 'start' }: MenuProps) {
  const t = useTexts(SHELL)
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      {/* A menu is outside of the landmarks of the page, so it needs one of its own. */}
      <Base.Portal render={<section aria-label={t.menu} />}>
        <Base.Positioner className={styles['positioner']} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={styles['menu']}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  readonly onSelect: () => void
  readonly isDangerous?: boolean
  readonly children: ReactNode
}

export const MenuItem = ({ onSelect, isDangerous, children }: MenuItemProps) => (
  <Base.Item className={styles['item']} data-dangerous={isDangerous} onClick={onSelect}>
    {children}
  </Base.Item>
)

export const MenuSeparator = () => <Base.Separator className={styles['separator']} />

interface MenuChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
  /** A choice closes the menu, because a dialog follows. Otherwise it stays open. */
  readonly closes?: boolean
}

/** One of several values. */
export const MenuChoice = <T extends string>({
  label,
  value,
  choices,
  onChange,
  closes = false,
}: MenuChoiceProps<T>) => (
  <Base.RadioGroup value={value} onValueChange={(chosen: T) => onChange(chosen)}>
    <Base.GroupLabel className={styles['label']}>{label}</Base.GroupLabel>
    {choices.map((choice) => (
      <Base.RadioItem
        key={choice.value}
        value={choice.value}
        className={styles['item']}
        closeOnClick={closes}
      >
        <span className={styles['mark']} aria-hidden="true">
          <Base.RadioItemIndicator>✓</Base.RadioItemIndicator>
        </span>
        {choice.label}
      </Base.RadioItem>
    ))}
  </Base.RadioGroup>
)
