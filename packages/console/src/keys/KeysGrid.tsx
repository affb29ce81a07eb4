import type { KeyRecord, KeySort } from '@latchkey/management'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { useTexts } from '../messages/messages.ts'
import { useColumns } from './columns.tsx'
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
  /** How many match; undefined while that is not known exactly. */
  readonly total: number | undefined
  readonly sort: KeySort
  readonly isDescending: boolean
  readonly onSort: (sort: KeySort, isDescending: boolean) => void
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly onOpen: (key: KeyRecord) => void
  readonly onNextPage: (() => void) | undefined
  readonly onPreviousPage: (() => void) | undefined
  /** The page before is still shown, because this one is being read. */
  readonly isBusy: boolean
}

/** As in KeysGrid.module.css. Used until the rows are measured. */
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
  const columns = useColumns()
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: rowHeight,
    getItemKey: (index) => keys[index]?.id ?? index,
    overscan: 8,
    // The row with the focus stays: the focus would be lost when it scrolls out of sight.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), focus.index])]
        .filter((index) => index < keys.length)
        .toSorted((a, b) => a - b),
  })

  // Another page begins at its top.
  useLayoutEffect(() => {
    if (place !== '') scrollRef.current?.scrollTo({ top: 0 })
  }, [place])
  // After each render: the row that the keyboard went to may be new.
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
            {columns.map(({ id, head, sort }) => (
              <th key={id} scope="col" data-column={id} aria-sort={sort && sortedBy(sort)}>
                {sort === undefined ? (
                  head
                ) : (
                  <button type="button" className={styles['sort']} onClick={() => toggleSort(sort)}>
                    {head}
                    <span aria-hidden="true" className={styles['arrow']} data-sorted={sort === props.sort}>
                      {sortedBy(sort) === 'ascending' ? '▲' : '▼'}
                    </span>
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ height: virtualizer.getTotalSize() }} onKeyDown={focus.handleKeyDown}>
          {virtualizer.getVirtualItems().map(({ index, start: top }) => {
            const row = keys[index]
            return (
              row && (
                <tr
                  key={row.id}
                  ref={virtualizer.measureElement}
                  aria-rowindex={start + index + 2}
                  aria-selected={isSelected(selection, row.user_key)}
                  tabIndex={index === focus.index ? 0 : -1}
                  className={`rows-row ${styles['row']}`}
                  data-index={index}
                  style={{ transform: `translateY(${top}px)` }}
                  onFocus={() => focus.setIndex(index)}
                  onClick={(event) => handleClick(event, row)}
                >
                  <td data-column="select">
                    {row.user_key !== '' && (
                      <Box
                        label={t.cells.selectRow(row.user_key)}
                        isOn={isSelected(selection, row.user_key)}
                        onToggle={(isRange) => selectRow(row, isRange)}
                      />
                    )}
                  </td>
                  {columns.map(({ id, cellOf }) => (
                    <td key={id} data-column={id}>
                      {cellOf(row)}
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

  function sortedBy(sort: KeySort): 'none' | 'ascending' | 'descending' {
    if (sort !== props.sort) return 'none'
    return props.isDescending ? 'descending' : 'ascending'
  }
  /** The largest, latest and newest come first. */
  function toggleSort(sort: KeySort): void {
    props.onSort(sort, sortedBy(sort) !== 'descending')
  }

  /** A click opens the key, unless it ends the selection of a text to copy. */
  function handleClick(event: MouseEvent, key: KeyRecord): void {
    if (event.target instanceof HTMLElement && event.target.closest('[data-column="select"]')) return
    if (event.shiftKey || event.ctrlKey || event.metaKey) selectRow(key, event.shiftKey)
    else if (getSelection()?.isCollapsed !== false) props.onOpen(key)
  }
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
