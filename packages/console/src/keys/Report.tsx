import { useFormats, useTexts } from '../messages/messages.ts'
import { DIALOGS } from './dialog-texts.ts'
import styles from './dialogs.module.css'

/** The most items that are listed. The file has all of them. */
const LISTED = 100

interface ReportProps<Item> {
  readonly title: string
  readonly items: readonly Item[]
  /** A key or another text, and what is wrong with it. */
  readonly rowOf: (item: Item) => { readonly text: string; readonly why: string }
}

/** Lists keys or lines that a dialog could not use. Renders nothing without items. */
export function Report<Item>({ title, items, rowOf }: ReportProps<Item>) {
  const { bulk } = useTexts(DIALOGS)
  const { number } = useFormats()
  if (items.length === 0) return null
  return (
    <section className={styles['part']}>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard. */}
      <ul className={styles['report']} tabIndex={0} aria-label={title}>
        {items
          .slice(0, LISTED)
          .map(rowOf)
          .map(({ text, why }) => (
            <li key={`${text} ${why}`}>
              <code>{text}</code> <span>{why}</span>
            </li>
          ))}
      </ul>
      {items.length > LISTED && <p>{bulk.moreInFile(number(items.length - LISTED))}</p>}
    </section>
  )
}
