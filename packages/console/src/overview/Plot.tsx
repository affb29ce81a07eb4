import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Section } from '../components/Page.tsx'
import { useWords } from '../messages/messages.ts'
import { createPlot, lookOf, OUTLINES } from './create-plot.ts'
import styles from './Overview.module.css'
import { PlotTable } from './PlotTable.tsx'
import { type PlotData, sumOf } from './plots.ts'
import { OVERVIEW } from './texts.ts'

interface PlotProps {
  readonly title: string
  /** A sentence about all values. */
  readonly summary: string
  /** Shown instead of the plot if all its values are 0. */
  readonly empty: string
  readonly data: PlotData
  /** Formats a value, such as `3 checks`. */
  readonly value: (count: number, number: string) => string
  readonly isTable: boolean
  /** The head of the first column of the table. Default: the head for times. */
  readonly head?: string
  /** The text below the plot while there is no cursor. Default: the place with the most. */
  readonly rest?: string
  /** A link for a place. It follows the value at the cursor, and has a column of the table. */
  readonly linkOf?: (place: number) => ReactNode
}

/**
 * A plot whose values are read by a pointer, by the arrow keys, or in its table. The table is always
 * there for screen readers, and for all when they prefer it.
 */
export function Plot({ title, summary, empty, data, value, isTable, head, rest, linkOf }: PlotProps) {
  const { t, f } = useWords(OVERVIEW)
  const [place, setPlace] = useState<number | null>(null)
  const isEmpty = data.series.every(({ values }) => values.every((value) => value === 0))

  if (isEmpty) {
    return (
      <Section title={title}>
        <p className={styles['nothing']}>{empty}</p>
      </Section>
    )
  }
  const read = (at: number): string => {
    const values = data.series.map(({ name, values }) => {
      const count = values[at] ?? 0
      return data.shape === 'lines' ? `${name} ${f.number(count)}` : value(count, f.number(count))
    })
    return `${data.names[at]}: ${values.join(', ')}`
  }
  return (
    <Section title={title} lead={summary}>
      {!isTable && (
        <figure className={styles['figure']}>
          {data.shape === 'lines' && <Legend series={data.series} hasSums={rest === undefined} />}
          <Canvas title={title} data={data} place={place} read={read} onMove={setPlace} />
          {/* Screen readers get this text as the value of the plot. */}
          <figcaption className={styles['value']}>
            <span aria-hidden="true">
              {place === null ? (rest ?? t.most(mostOf(data, read))) : read(place)}
            </span>
            {place !== null && linkOf?.(place)}
          </figcaption>
        </figure>
      )}
      <PlotTable
        title={title}
        head={head ?? t.when}
        data={data}
        isShown={isTable}
        linkOf={isTable ? linkOf : undefined}
      />
    </Section>
  )
}

/** Describes the place with the most. */
function mostOf({ names, series }: PlotData, read: (place: number) => string): string {
  const sums = names.map((_name, place) => sumOf(series.map(({ values }) => values[place] ?? 0)))
  return read(sums.indexOf(Math.max(...sums)))
}

interface CanvasProps {
  readonly title: string
  readonly data: PlotData
  readonly place: number | null
  readonly read: (place: number) => string
  readonly onMove: (place: number | null) => void
}

/** The plot itself. For the keyboard and screen readers it is a slider over its places. */
function Canvas({ title, data, place, read, onMove }: CanvasProps) {
  const { t, f } = useWords(OVERVIEW)
  const targetRef = useRef<HTMLDivElement>(null)
  const plotRef = useRef<ReturnType<typeof createPlot>>(undefined)
  // A plot that is drawn again with new values keeps its cursor.
  const placeRef = useRef(place)
  const helpId = useId()
  const theme = useThemeCount()
  const last = data.names.length - 1
  const at = Math.min(place ?? last, last)

  // Runs before the page is painted, so that the plots appear with it. It depends on `theme`, which
  // changes the colours.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plot is drawn again with other colours.
  useLayoutEffect(() => {
    const target = targetRef.current
    if (target === null) return
    const plot = createPlot({
      ...{ target, data, place: placeRef.current },
      formatValue: f.compact,
      onCursor: onMove,
    })
    plotRef.current = plot
    return () => plot.destroy()
  }, [data, f, theme, onMove])
  useEffect(() => {
    placeRef.current = place
  }, [place])

  function move(to: number | null): void {
    const next = to === null ? null : Math.max(0, Math.min(last, to))
    plotRef.current?.moveTo(next)
    onMove(next)
  }
  function handleKeyDown(event: KeyboardEvent): void {
    const moves: Readonly<Record<string, number | null>> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - data.step,
      PageUp: at + data.step,
      Home: 0,
      End: last,
      Escape: null,
    }
    const to = moves[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move(to)
  }
  return (
    <>
      <div
        ref={targetRef}
        className={styles['plot']}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={helpId}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={read(at)}
        onKeyDown={handleKeyDown}
        onFocus={(event) => {
          // A press of the pointer sets the cursor to its own place, so it is ignored here.
          if (event.currentTarget.matches(':focus-visible')) move(at)
        }}
      />
      <span id={helpId} hidden>
        {t.keyboard}
      </span>
    </>
  )
}

/** Counts how often the page has got other colours. */
function useThemeCount(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const change = (): void => setCount((known) => known + 1)
    const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) =>
      matchMedia(query),
    )
    for (const query of queries) query.addEventListener('change', change)
    const observer = new MutationObserver(change)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      for (const query of queries) query.removeEventListener('change', change)
      observer.disconnect()
    }
  }, [])
  return count
}

/** The names of the lines, with their dashes, the shapes of their points and their sums. */
function Legend({ series, hasSums }: Pick<PlotData, 'series'> & { readonly hasSums: boolean }) {
  const { f } = useWords(OVERVIEW)
  return (
    <ul className={styles['legend']}>
      {series.map(({ name, values }, index) => {
        const { color, dash, shape } = lookOf(index)
        return (
          <li key={name}>
            <svg viewBox="-18 -7 36 14" aria-hidden="true" color={`var(${color})`}>
              <path d="M-18 0h36" stroke="currentColor" strokeWidth="2" strokeDasharray={dash.join(' ')} />
              <path d={OUTLINES[shape]} transform="scale(4.5)" fill="currentColor" />
            </svg>
            {name} {hasSums && <b>{f.number(sumOf(values))}</b>}
          </li>
        )
      })}
    </ul>
  )
}
