/** What the user typed into the field of the gate's index.html before the scripts have run. */
export interface EarlyEntry {
  readonly text: string
  readonly selection: readonly [start: number, end: number]
}

/** Reads that field while it exists: React removes it when it commits the first render. */
export function readEarlyEntry(): EarlyEntry | undefined {
  const field = document.querySelector<HTMLTextAreaElement>('#early-key')
  if (field === null) return undefined
  return { text: field.value, selection: [field.selectionStart, field.selectionEnd] }
}
