import {
  type DateOrder,
  IMPORT_FIELDS,
  type ImportColumns,
  type ImportField,
  type ImportRow,
  readEnd,
} from '@latchkey/import-file'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useFormats, useTexts } from '../messages/messages.ts'
import styles from './Import.module.css'
import { IMPORT } from './texts.ts'

interface PreviewTableProps {
  readonly rows: readonly ImportRow[]
  readonly columns: ImportColumns
  readonly order: DateOrder | undefined
  readonly resultOf: (line: number) => LineResult
}

/** The result of a line, or what the import will do with it. */
export interface LineResult {
  readonly text: string
  readonly tone: 'good' | 'caution' | 'problem'
}

/** The height of a row in Import.module.css. It is used until the rows are measured. */
const ROW_PX = 36

/** The lines of a file as they are read. Only those in sight are in the document. */
export function PreviewTable({ rows, columns, order, resultOf }: PreviewTableProps) {
  const { preview: t, columns: names } = useTexts(IMPORT)
  const { number, shortDate } = useFormats()
  const scrollRef = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.line ?? index,
    overscan: 8,
  })
  const shown = IMPORT_FIELDS.filter((field) => field === 'key' || columns[field] !== undefined)

  function textOf(field: ImportField, { cells }: ImportRow): string {
    const cell = cells[columns[field] ?? -1] ?? ''
    if (field !== 'end') return cell
    const end = readEnd(cell, order)
    if (end.kind === 'never') return t.never
    // The cell shows the last day on which the key works.
    return end.kind === 'at' ? shortDate(end.second - 1) : cell
  }

  return (
    <section
      ref={scrollRef}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard.
      tabIndex={0}
      aria-label={t.table}
      className={`rows-frame ${styles['scroller']}`}
    >
      <table aria-rowcount={rows.length + 1} className="rows" data-columns={shown.length}>
        <thead>
          <tr aria-rowindex={1} className={`rows-row ${styles['row']}`}>
            <th scope="col" data-column="line">
              {t.line}
            </th>
            {shown.map((field) => (
              <th key={field} scope="col" data-column={field}>
                {names[field]}
              </th>
            ))}
            <th scope="col" data-column="result">
              {t.result}
            </th>
          </tr>
        </thead>
        <tbody style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            const result = row && resultOf(row.line)
            return (
              row && (
                <tr
                  key={row.line}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  className={`rows-row ${styles['row']}`}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <td data-column="line">{number(row.line)}</td>
                  {shown.map((field) => (
                    <td key={field} data-column={field} title={textOf(field, row)}>
                      {textOf(field, row)}
                    </td>
                  ))}
                  <td data-column="result" data-result={result?.tone}>
                    {result?.text}
                  </td>
                </tr>
              )
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
