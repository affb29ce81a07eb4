import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Page.module.css'

interface PageProps {
  readonly title: string
  /** One sentence below the title. */
  readonly lead?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  /** Uses the whole width, for tables; `cards`: as much as two columns of cards need. */
  readonly wide?: boolean | 'cards'
  readonly children: ReactNode
}

/** The first page of a visit leaves the focus where the browser puts it. */
let isFirst = true

/** The frame of a page: its title, which gets the focus when the page opens, and its content. */
export function Page({ title, lead, actions, wide, children }: PageProps) {
  const titleRef = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // So that screen readers read the new page. A field with autoFocus has its focus already.
    const hasFocus = titleRef.current?.closest('main')?.contains(document.activeElement) ?? false
    if (!isFirst && !hasFocus) titleRef.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  useEffect(() => {
    document.title = `${title} · Latchkey`
  }, [title])

  return (
    <div className={styles['page']} data-wide={wide}>
      <header className={styles['header']}>
        <div>
          <h1 ref={titleRef} tabIndex={-1} className={styles['title']}>
            {title}
          </h1>
          {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface SectionProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a page in a raised box, with a heading. */
export const Section = ({ title, lead, actions, children }: SectionProps) => (
  <section className={styles['section']}>
    <header className={styles['header']}>
      <div>
        <h2 className={styles['heading']}>{title}</h2>
        {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </header>
    {children}
  </section>
)
