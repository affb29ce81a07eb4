import type { ReactNode } from 'react'
import table from '../components/table.module.css'
import { useWords } from '../messages/messages.ts'
import styles from './Overview.module.css'
import type { PlotData } from './plots.ts'
import { OVERVIEW } from './texts.ts'

interface PlotTableProps {
  readonly title: string
  readonly head: string
  readonly data: PlotData
  /** Absent: the table is only for screen readers. */
  readonly isShown?: boolean
  readonly linkOf?: ((place: number) => ReactNode) | undefined
}

/** All values of a plot. */
export function PlotTable({ title, head, data: { names, series }, isShown, linkOf }: PlotTableProps) {
  const { f } = useWords(OVERVIEW)
  const content = (
    <table className={table['table']}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className={styles['number']}>
              {name}
            </th>
          ))}
          {linkOf !== undefined && <td />}
        </tr>
      </thead>
      <tbody>
        {names.map((name, place) => (
          <tr key={name}>
            <th scope="row" className={styles['name']}>
              {name}
            </th>
            {series.map(({ name: of, values }) => (
              <td key={of} className={styles['number']}>
                {f.number(values[place] ?? 0)}
              </td>
            ))}
            {linkOf !== undefined && <td>{linkOf(place)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (isShown !== true) return <div className="visually-hidden">{content}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section className={styles['scroll']} aria-label={title} tabIndex={0}>
      {content}
    </section>
  )
}
