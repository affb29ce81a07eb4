const HEIGHT = 4
const LEVELS = ' ▁▂▃▄▅▆▇█'
const FULL = LEVELS.length - 1

export interface Chart {
  readonly lines: readonly string[]
  /** How many values each column adds up. */
  readonly valuesAColumn: number
  /** The highest column. */
  readonly peak: number
}

/**
 * A bar chart of values in block characters, oldest on the left, no wider than `width`. Neighbouring values are added
 * up when there are more of them than columns. Whatever is not 0 can be seen.
 */
export function chart(values: readonly number[], width: number): Chart {
  const valuesAColumn = Math.max(1, Math.ceil(values.length / width))
  const columns = gather(values, valuesAColumn)
  const peak = Math.max(0, ...columns)
  const heights = columns.map((value) =>
    value === 0 ? 0 : Math.max(1, Math.round((value / peak) * HEIGHT * FULL)),
  )
  const lines = Array.from({ length: HEIGHT }, (_, row) => {
    const below = (HEIGHT - 1 - row) * FULL
    return heights.map((height) => LEVELS.charAt(Math.min(FULL, Math.max(0, height - below)))).join('')
  })
  return { lines, valuesAColumn, peak }
}

/** Counted from the newest, so that only the oldest column can hold less than the others. */
function gather(values: readonly number[], size: number): readonly number[] {
  const columns: number[] = []
  for (let end = values.length; end > 0; end -= size) {
    columns.unshift(values.slice(Math.max(0, end - size), end).reduce((sum, value) => sum + value, 0))
  }
  return columns
}
