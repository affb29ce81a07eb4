/** Saves a CSV or JSON file as a download. The parts of a large one need not be in memory at the same time. */
export function saveFile(name: string, ...parts: readonly BlobPart[]): void {
  const type = name.endsWith('.json') ? 'application/json' : 'text/csv;charset=utf-8'
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
