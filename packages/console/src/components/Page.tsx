import { type ReactNode, useEffect, useRef } from 'react'
import { failureOf } from '../api/outcome.ts'
import styles from './Page.module.css'
import { Problem } from './Problem.tsx'
import { Skeleton } from './Skeleton.tsx'
import { useFocusAfter } from './use-focus-after.ts'

interface PageProps {
  readonly title: string
  /** One sentence below the title. */
  readonly lead?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  /** Default: one column. Otherwise two columns, or the whole width for a large table. */
  readonly width?: 'columns' | 'whole'
  readonly children: ReactNode
}

/** The first page of a visit leaves the focus where the browser puts it. */
let isFirst = true

/** The frame of a page: its title, which gets the focus when the page opens, and its content. */
export function Page({ title, lead, actions, width, children }: PageProps) {
  const titleRef = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // The title gets the focus, so that screen readers read the new page. A field with autoFocus
    // has it already.
    const hasFocus = titleRef.current?.closest('main')?.contains(document.activeElement) ?? false
    if (!isFirst && !hasFocus) titleRef.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  useEffect(() => {
    document.title = `${title} · Latchkey`
  }, [title])

  return (
    <div className={styles['page']} data-width={width}>
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

interface WaitingPageProps extends Pick<PageProps, 'title' | 'lead'> {
  readonly error: Error | null
}

/** Replaces a page while it is read, or when it cannot be read. Without a connection it waits. */
export function WaitingPage({ title, lead, error }: WaitingPageProps) {
  const failure = failureOf(error)
  const isWaiting = failure === undefined || failure.kind === 'lost'
  return (
    <Page title={title} lead={lead}>
      {isWaiting ? <Skeleton lines={6} /> : <Problem of={failure} />}
    </Page>
  )
}

interface SectionProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** When this value changes and the focused button is gone, the heading gets the focus. */
  readonly focusAfter?: unknown
  readonly children: ReactNode
}

/** A part of a page in a raised box, with a heading. */
export function Section({ title, lead, actions, focusAfter, children }: SectionProps) {
  const headingRef = useFocusAfter<HTMLHeadingElement>(focusAfter)
  return (
    <section className={styles['section']}>
      <header className={styles['header']}>
        <div>
          <h2 ref={headingRef} tabIndex={-1} className={styles['heading']}>
            {title}
          </h2>
          {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </section>
  )
}
