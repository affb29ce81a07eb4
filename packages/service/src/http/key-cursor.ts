import type { KeyPage, KeyPlace } from '../storage/storage.ts'

type Order = Pick<KeyPage, 'sort' | 'descending'>

/** A place in a list that is sorted like this. It has nothing secret, and is no promise. */
export const encodeCursor = ({ sort, descending }: Order, { value, row }: KeyPlace): string =>
  [sort, descending ? 'desc' : 'asc', value, row].join('.')

/** @returns undefined when it is not one of a list that is sorted like this */
export function decodeCursor({ sort, descending }: Order, cursor: string): KeyPlace | undefined {
  const [first, second, value = '', row = '', ...rest] = cursor.split('.')
  if (first !== sort || second !== (descending ? 'desc' : 'asc') || rest.length > 0) return undefined
  return isNumber(value) && isNumber(row) ? { value: Number(value), row: Number(row) } : undefined
}

const isNumber = (text: string): boolean => /^-?\d{1,15}$/.test(text)
