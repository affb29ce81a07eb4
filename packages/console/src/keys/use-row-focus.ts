import type { KeyRecord } from '@latchkey/management'
import { type KeyboardEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

export interface RowFocusProps {
  readonly keys: readonly KeyRecord[]
  /** Names the list and the page that are shown. */
  readonly place: string
  /** Shows the next page; undefined if there is none. */
  readonly onNextPage: (() => void) | undefined
  readonly onPreviousPage: (() => void) | undefined
  readonly onOpen: (key: KeyRecord) => void
  /** Selects a row, or with `isRange` all rows from the one selected last. */
  readonly onSelectRow: (key: KeyRecord, isRange: boolean) => void
  readonly onSelectPage: () => void
  readonly scrollRef: RefObject<HTMLElement | null>
}

/** The row that gets the focus: an index, or an end of the page that is being read. */
type Wanted = number | 'next-page' | 'previous-page' | undefined

/** Manages the focus, which is on one row at a time, and the keys that move it. */
export function useRowFocus(props: RowFocusProps) {
  const { keys, place, scrollRef } = props
  const [index, setIndex] = useState(0)
  const wanted = useRef<Wanted>(undefined)
  const last = keys.length - 1

  /** The row with the focus on a new page, which gets it if the keyboard turned the page. */
  const begin = useEffectEvent((): void => {
    const to = wanted.current === 'previous-page' ? last : 0
    const isTurned = wanted.current === 'next-page' || wanted.current === 'previous-page'
    setIndex(to)
    wanted.current = isTurned ? to : undefined
  })
  useLayoutEffect(() => {
    if (place !== '') begin()
  }, [place])

  function move(to: number): void {
    if (to > last && props.onNextPage !== undefined) {
      wanted.current = 'next-page'
      props.onNextPage()
    } else if (to < 0 && props.onPreviousPage !== undefined) {
      wanted.current = 'previous-page'
      props.onPreviousPage()
    } else {
      const target = Math.min(Math.max(to, 0), last)
      wanted.current = target === index ? undefined : target
      setIndex(target)
    }
  }

  /** Moves by what is in sight, first to the end of the page, then to the next one. */
  function jump(direction: 1 | -1): void {
    const row = scrollRef.current?.querySelector('[data-index]')?.clientHeight ?? 1
    const inSight = Math.floor((scrollRef.current?.clientHeight ?? 0) / row)
    const edge = direction > 0 ? last : 0
    const to = index + direction * Math.max(1, inSight - 2)
    move(index === edge ? index + direction : Math.min(Math.max(to, 0), last))
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const current = keys[index]
    const isCommand = event.ctrlKey || event.metaKey
    if (event.altKey || current === undefined) return
    switch (isCommand ? `Control+${event.key}` : event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const to = index + (event.key === 'ArrowDown' ? 1 : -1)
        const next = keys[to]
        if (event.shiftKey && next !== undefined) {
          props.onSelectRow(current, true)
          props.onSelectRow(next, true)
        }
        move(to)
        break
      }
      case 'PageDown':
        jump(1)
        break
      case 'PageUp':
        jump(-1)
        break
      case 'Home':
        move(0)
        break
      case 'End':
        move(last)
        break
      case ' ':
        props.onSelectRow(current, event.shiftKey)
        break
      case 'Control+a':
        props.onSelectPage()
        break
      case 'Enter':
        props.onOpen(current)
        break
      default:
        return
    }
    event.preventDefault()
  }

  return {
    index: Math.min(index, Math.max(last, 0)),
    setIndex,
    handleKeyDown,
    /** Whether the row must get the focus now. It must not take the focus from a field outside. */
    takeWish: (): boolean => {
      if (wanted.current !== index) return false
      wanted.current = undefined
      const focused = document.activeElement
      return focused === document.body || scrollRef.current?.contains(focused) === true
    },
  }
}
