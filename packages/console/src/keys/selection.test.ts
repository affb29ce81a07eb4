import { expect, test } from 'vitest'
import { between, countOf, isSelected, NOTHING, stateOfPage, withKeys } from './selection.ts'

const page = ['a', 'b', 'c', 'd']

test('a range has both ends, in both directions, and one key without a start on the page', () => {
  expect(between(page, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(between(page, 'c', 'a')).toEqual(['a', 'b', 'c'])
  expect(between(page, 'z', 'b')).toEqual(['b'])
  expect(between(page, undefined, 'b')).toEqual(['b'])
})

test('keeps keys of other pages', () => {
  const first = withKeys(NOTHING, ['x', 'y'], ['x', 'y'], true)
  const both = withKeys(first, page, ['a'], true)
  expect(countOf(both)).toBe(3)
  expect(stateOfPage(both, page)).toBe('some')
  expect(stateOfPage(both, ['x', 'y'])).toBe('all')
  expect(stateOfPage(withKeys(both, page, ['a'], false), page)).toBe('none')
})

test('falls back to the page when one of all that match is deselected', () => {
  const all = { kind: 'matching', count: 1_000 } as const
  expect(isSelected(all, 'anything')).toBe(true)
  const rest = withKeys(all, page, ['b'], false)
  expect([countOf(rest), isSelected(rest, 'a'), isSelected(rest, 'b'), isSelected(rest, 'x')]).toEqual([
    3,
    true,
    false,
    false,
  ])
})
