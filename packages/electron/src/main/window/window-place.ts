import { readFileSync, writeFileSync } from 'node:fs'
import type { Rectangle } from 'electron'
/** Where the window stood last time. A file that cannot be read or written costs the place and nothing else. */
export function createWindowPlace(filePath: string) {
  return {
    /** Undefined when nothing is known, or when no display shows enough of that place any more. */
    restore(displays: readonly Rectangle[]): Rectangle | undefined {
      try {
        const place: unknown = JSON.parse(readFileSync(filePath, 'utf8'))
        return isPlace(place) && isReachable(place, displays) ? place : undefined
      } catch {
        return undefined
      }
    },
    remember(place: Rectangle): void {
      try {
        writeFileSync(filePath, JSON.stringify(place))
      } catch {
        // A full or read-only disk: the window opens in its default place next time.
      }
    },
  }
}

/** The title bar must stay within reach: 100 by 40 pixels of it on one display. */
const isReachable = (place: Rectangle, displays: readonly Rectangle[]): boolean =>
  displays.some((display) => {
    const visibleWidth =
      Math.min(place.x + place.width, display.x + display.width) - Math.max(place.x, display.x)
    return visibleWidth >= 100 && place.y >= display.y && place.y + 40 <= display.y + display.height
  })

// By hand: the window opens before TypeBox is loaded.
const isPlace = (value: unknown): value is Rectangle => {
  const { x, y, width, height } = (value ?? {}) as Partial<Record<keyof Rectangle, unknown>>
  return [x, y, width, height].every(Number.isInteger) && Number(width) > 0 && Number(height) > 0
}
