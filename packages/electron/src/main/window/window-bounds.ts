import type { SmallFile } from '@latchkey/client'
import type { Rectangle } from 'electron'

/** Stores the window's bounds. If the file cannot be read or written, the defaults are used. */
export function createWindowBounds(file: SmallFile) {
  return {
    /** Undefined without stored bounds, or if the title bar would not be visible on any display. */
    restore(displays: readonly Rectangle[]): Rectangle | undefined {
      try {
        const bounds: unknown = JSON.parse(file.read() ?? '')
        return isRectangle(bounds) && isReachable(bounds, displays) ? bounds : undefined
      } catch {
        return undefined
      }
    },
    save(bounds: Rectangle): void {
      file.writeNow(JSON.stringify(bounds))
    },
  }
}

/** At least 100 by 40 pixels of the title bar must be visible on one display. */
const isReachable = (bounds: Rectangle, displays: readonly Rectangle[]): boolean =>
  displays.some((display) => {
    const visibleWidth =
      Math.min(bounds.x + bounds.width, display.x + display.width) - Math.max(bounds.x, display.x)
    return visibleWidth >= 100 && bounds.y >= display.y && bounds.y + 40 <= display.y + display.height
  })

const isRectangle = (value: unknown): value is Rectangle => {
  const { x, y, width, height } = (value ?? {}) as Partial<Record<keyof Rectangle, unknown>>
  return [x, y, width, height].every(Number.isInteger) && Number(width) > 0 && Number(height) > 0
}
