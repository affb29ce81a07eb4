import { Button } from '@latchkey/react/design'
import { useFormats, useTexts } from '../messages/messages.ts'
import { PAGE_SIZE } from './keys-search.ts'
import styles from './Pager.module.css'
import { KEYS } from './texts.ts'

interface PagerProps {
  /** The position of the first shown key, from 0, and how many are shown. */
  readonly start: number
  readonly shown: number
  /** How many keys match. If the number is not exact, there may be more. */
  readonly count: number
  readonly isExact: boolean
  readonly hasNext: boolean
  /** Shows a page; the first one is 1. */
  readonly onTurn: (page: number) => void
}

/** Shows which keys are on the page, and has the buttons for other pages. */
export function Pager({ start, shown, count, isExact, hasNext, onTurn }: PagerProps) {
  const t = useTexts(KEYS)
  const { number } = useFormats()
  const page = start / PAGE_SIZE + 1
  const last = Math.max(1, Math.ceil(count / PAGE_SIZE))
  const of = isExact ? number(count) : t.pages.atLeast(number(count))
  const turn = (label: string, sign: string, to: number, isPossible: boolean) => (
    <Button
      look="plain"
      aria-label={label}
      title={label}
      aria-disabled={!isPossible}
      onClick={() => isPossible && onTurn(to)}
    >
      <span aria-hidden="true">{sign}</span>
    </Button>
  )
  return (
    <section aria-label={t.pages.label} className={styles['pager']}>
      <p role="status">{t.pages.range(number(start + Math.min(1, shown)), number(start + shown), of)}</p>
      <div className={styles['buttons']}>
        {turn(t.pages.first, '«', 1, page > 1)}
        {turn(t.pages.previous, '‹', page - 1, page > 1)}
        {turn(t.pages.next, '›', page + 1, hasNext)}
        {turn(t.pages.last, '»', last, isExact && page < last)}
      </div>
    </section>
  )
}
