/** The selected keys: some by name, or all that match the filters, as many as were counted. */
export type Selection =
  | { readonly kind: 'keys'; readonly keys: ReadonlySet<string> }
  | { readonly kind: 'matching'; readonly count: number }

export const NOTHING: Selection = { kind: 'keys', keys: new Set() }

export const countOf = (selection: Selection): number =>
  selection.kind === 'matching' ? selection.count : selection.keys.size

export const isSelected = (selection: Selection, key: string): boolean =>
  selection.kind === 'matching' || selection.keys.has(key)

/**
 * Selects or deselects keys of the shown page. When all that match are selected, a change of single
 * ones falls back to those of the page: the others are not known by name.
 */
export function withKeys(
  selection: Selection,
  page: readonly string[],
  keys: readonly string[],
  isOn: boolean,
): Selection {
  const selected = new Set(selection.kind === 'matching' ? page : selection.keys)
  for (const key of keys) {
    if (isOn) selected.add(key)
    else selected.delete(key)
  }
  return { kind: 'keys', keys: selected }
}

/** The keys of the page between two of them, both included; only `to` if `from` is not on it. */
export function between(page: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [first, last] = [page.indexOf(from ?? to), page.indexOf(to)].toSorted((a, b) => a - b)
  return first === undefined || last === undefined || first < 0 ? [to] : page.slice(first, last + 1)
}

/** Whether all, some or none of the page is selected: the state of the box in its header. */
export function stateOfPage(selection: Selection, page: readonly string[]): 'all' | 'some' | 'none' {
  const count = page.filter((key) => isSelected(selection, key)).length
  if (count === 0) return 'none'
  return count === page.length ? 'all' : 'some'
}
