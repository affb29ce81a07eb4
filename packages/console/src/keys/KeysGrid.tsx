import type { KeyRecord, KeySort } from '@latchkey/management'
import { type Header, type Row, useTable } from '@tanstack/react-table'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTexts } from '../messages/messages.ts'
import { columns, features } from './columns.tsx'
import styles from './KeysGrid.module.css'
import { between, isSelected, type Selection, stateOfPage, withKeys } from './selection.ts'
import { KEYS } from './texts.ts'
import { useRowFocus } from './use-row-focus.ts'

export interface KeysGridProps {
  readonly keys: readonly KeyRecord[]
  /** The position of the first of `keys` among all that match, from 0. */
  readonly start: number
  /** Names the list and the page that are shown. */
  readonly place: string
  /** How many keys match; undefined while the number is not known exactly. */
  readonly total: number | undefined
  readonly sort: KeySort
  readonly isDescending: boolean
  readonly onSort: (sort: KeySort, isDescending: boolean) => void
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly onOpen: (key: KeyRecord) => void
  readonly onNextPage: (() => void) | undefined
  readonly onPreviousPage: (() => void) | undefined
  /** This page is being read, so the one before is still shown. */
  readonly isBusy: boolean
}

/** The height of a row in KeysGrid.module.css. It is used until the rows are measured. */
const ROW_REM = 2.5
const rowHeight = (): number =>
  ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/**
 * The table: an ARIA grid whose rows take the focus. Only the rows in sight are in the document.
 * Source: https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
export function KeysGrid(props: KeysGridProps) {
  const { keys, start, place, selection, onSelect } = props
  const t = useTexts(KEYS)
  const scrollRef = useRef<HTMLDivElement>(null)
  // The record of a banned user whose key was deleted has no key, and cannot be selected.
  const page = keys.flatMap(({ user_key }) => (user_key === '' ? [] : [user_key]))
  const anchor = useRef<string>(undefined)

  function selectRow({ user_key: key }: KeyRecord, isRange: boolean): void {
    if (key === '') return
    if (isRange) anchor.current ??= key
    const range = isRange ? between(page, anchor.current, key) : [key]
    if (!isRange) anchor.current = key
    onSelect(withKeys(selection, page, range, isRange || !isSelected(selection, key)))
  }

  const pageState = stateOfPage(selection, page)
  const selectPage = (): void => onSelect(withKeys(selection, page, page, pageState !== 'all'))

  const focus = useRowFocus({
    ...props,
    scrollRef,
    onSelectRow: selectRow,
    onSelectPage: selectPage,
  })
  const table = useTable({
    features,
    columns,
    data: keys,
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableSortingRemoval: false,
    sortDescFirst: true,
    state: { sorting: [{ id: props.sort, desc: props.isDescending }] },
    onSortingChange: (updater) => {
      const sorting = [{ id: props.sort as string, desc: props.isDescending }]
      const [next] = typeof updater === 'function' ? updater(sorting) : updater
      if (next !== undefined) props.onSort(next.id as KeySort, next.desc)
    },
  })
  const { rows } = table.getRowModel()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    // Always renders the row with the focus, which would be lost when the row scrolls out of sight.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), focus.index])]
        .filter((index) => index < rows.length)
        .toSorted((a, b) => a - b),
  })

  // Scrolls another page to its top.
  useLayoutEffect(() => {
    if (place !== '') scrollRef.current?.scrollTo({ top: 0 })
  }, [place])
  // Runs after each render, because the row that gets the focus may have been rendered only now.
  useLayoutEffect(() => {
    if (!focus.takeWish()) return
    virtualizer.scrollToIndex(focus.index)
    scrollRef.current
      ?.querySelector<HTMLElement>(`[data-index="${focus.index}"]`)
      ?.focus({ preventScroll: true })
  })

  return (
    <div ref={scrollRef} className={`rows-frame ${styles['scroller']}`} data-busy={props.isBusy}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows take the focus.
        role="grid"
        aria-label={t.grid.label}
        aria-description={t.grid.help}
        aria-rowcount={props.total === undefined ? -1 : props.total + 1}
        aria-multiselectable="true"
        aria-busy={props.isBusy}
        className={`rows ${styles['grid']}`}
      >
        <thead>
          <tr aria-rowindex={1} className={`rows-row ${styles['row']}`}>
            <th data-column="select">
              <Box
                label={t.cells.selectPage}
                isOn={pageState === 'all'}
                isPartly={pageState === 'some'}
                onToggle={selectPage}
                isTabStop
              />
            </th>
            {table.getHeaderGroups()[0]?.headers.map((header) => (
              <HeaderCell key={header.id} header={header}>
                <table.FlexRender header={header} />
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody style={{ height: virtualizer.getTotalSize() }} onKeyDown={focus.handleKeyDown}>
          {virtualizer.getVirtualItems().map(({ index, start: top }) => {
            const row = rows[index]
            return (
              row && (
                <tr
                  key={row.id}
                  ref={virtualizer.measureElement}
                  aria-rowindex={start + index + 2}
                  aria-selected={isSelected(selection, row.original.user_key)}
                  tabIndex={index === focus.index ? 0 : -1}
                  className={`rows-row ${styles['row']}`}
                  data-index={index}
                  style={{ transform: `translateY(${top}px)` }}
                  onFocus={() => focus.setIndex(index)}
                  onClick={(event) => handleClick(event, row)}
                >
                  <td data-column="select">
                    {row.original.user_key !== '' && (
                      <Box
                        label={t.cells.selectRow(row.original.user_key)}
                        isOn={isSelected(selection, row.original.user_key)}
                        onToggle={(isRange) => selectRow(row.original, isRange)}
                      />
                    )}
                  </td>
                  {row.getAllCells().map((cell) => (
                    <td key={cell.id} data-column={cell.column.id}>
                      <table.FlexRender cell={cell} />
                    </td>
                  ))}
                </tr>
              )
            )
          })}
        </tbody>
      </table>
    </div>
  )

  /** A click opens the key, unless it ends the selection of a text to copy. */
  function handleClick(event: MouseEvent, { original }: Row<typeof features, KeyRecord>): void {
    if (event.target instanceof HTMLElement && event.target.closest('[data-column="select"], a')) return
    if (event.shiftKey || event.ctrlKey || event.metaKey) selectRow(original, event.shiftKey)
    else if (getSelection()?.isCollapsed !== false) props.onOpen(original)
  }
}

interface HeaderCellProps {
  readonly header: Header<typeof features, KeyRecord, unknown>
  readonly children: ReactNode
}

function HeaderCell({ header: { column }, children }: HeaderCellProps) {
  const sorted = column.getIsSorted()
  if (!column.getCanSort())
    return (
      <th scope="col" data-column={column.id}>
        {children}
      </th>
    )
  return (
    <th
      scope="col"
      data-column={column.id}
      aria-sort={sorted === false ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" className={styles['sort']} onClick={() => column.toggleSorting()}>
        {children}
        <span aria-hidden="true" className={styles['arrow']} data-sorted={sorted}>
          {sorted === 'asc' ? '▲' : '▼'}
        </span>
      </button>
    </th>
  )
}

interface BoxProps {
  readonly label: string
  readonly isOn: boolean
  readonly isPartly?: boolean
  readonly isTabStop?: boolean
  readonly onToggle: (isRange: boolean) => void
}

/** A checkbox whose whole cell reacts. In rows it is no tab stop: Space selects the row. */
const Box = ({ label, isOn, isPartly = false, isTabStop = false, onToggle }: BoxProps) => (
  <label className={styles['box']}>
    <input
      type="checkbox"
      aria-label={label}
      tabIndex={isTabStop ? 0 : -1}
      checked={isOn}
      ref={(input) => {
        if (input !== null) input.indeterminate = isPartly
      }}
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  </label>
)
