import { readEnd } from './read-end.ts'
import type { ImportRow } from './table.ts'

/** What a column of the file can be imported as. An e-mail becomes the first line of the note. */
export const IMPORT_FIELDS = ['key', 'email', 'note', 'end', 'device'] as const
/** One of `IMPORT_FIELDS`. */
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** The index of the column of each field, from 0. A field without a column is not imported. */
export type ImportColumns = Readonly<Partial<Record<ImportField, number>>>

/** Titles that other systems give such columns, in small letters without other signs. */
const TITLES: Readonly<Record<ImportField, readonly string[]>> = {
  key: [
    'userkey',
    'licensekey',
    'licencekey',
    'key',
    'license',
    'licence',
    'productkey',
    'activationkey',
    'activationcode',
    'serialkey',
    'serialnumber',
    'serial',
    'code',
    'lizenzschlüssel',
    'schlüssel',
    'lizenz',
    'seriennummer',
  ],
  email: ['email', 'emailaddress', 'customeremail', 'useremail', 'mail', 'emailadresse'],
  note: [
    'note',
    'notes',
    'comment',
    'customername',
    'customer',
    'name',
    'ordernumber',
    'orderid',
    'order',
    'notiz',
    'bemerkung',
    'kunde',
    'bestellnummer',
  ],
  end: [
    'authexpire',
    'expiresat',
    'expiresdate',
    'expires',
    'expirydate',
    'expiry',
    'expirationdate',
    'expiration',
    'validuntil',
    'validto',
    'enddate',
    'ends',
    'end',
    'until',
    'gültigbis',
    'ablaufdatum',
    'läuftab',
    'ablauf',
    'ende',
  ],
  device: [
    'identifier',
    'hwid',
    'hardwareid',
    'deviceid',
    'device',
    'machineid',
    'machinecode',
    'fingerprint',
    'geräteid',
    'gerät',
  ],
}

/** So many rows show what is in a column without a title. */
const EXAMINED = 50

/** Finds the columns by their titles, and without titles by what is in them. */
export function guessColumns(rows: readonly ImportRow[]): {
  readonly columns: ImportColumns
  readonly hasTitles: boolean
} {
  const titles = (rows[0]?.cells ?? []).map(plain)
  const taken = new Set<number>()
  const columns: Partial<Record<ImportField, number>> = {}
  const take = (field: ImportField, index: number): void => {
    if (index < 0 || taken.has(index)) return
    taken.add(index)
    columns[field] = index
  }
  for (const field of IMPORT_FIELDS) {
    const title = TITLES[field].find((name) => titles.includes(name))
    if (title !== undefined) take(field, titles.indexOf(title))
  }
  const hasTitles = taken.size > 0
  if (hasTitles && columns.key !== undefined) return { columns, hasTitles }

  const examined = rows.slice(hasTitles ? 1 : 0, EXAMINED)
  const width = Math.max(0, ...examined.map(({ cells }) => cells.length))
  const shareOf = (index: number, isSo: (cell: string) => boolean): number => {
    const cells = examined.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== '')
    return cells.length === 0 ? 0 : cells.filter(isSo).length / cells.length
  }
  const findBy = (isSo: (cell: string) => boolean): number =>
    Array.from({ length: width }, (_, index) => index).find(
      (index) => !taken.has(index) && shareOf(index, isSo) > 0.5,
    ) ?? -1
  take('key', findBy(looksLikeKey))
  if (!hasTitles) {
    take(
      'email',
      findBy((cell) => /^\S+@\S+\.\S+$/.test(cell)),
    )
    take(
      'end',
      findBy((cell) => readEnd(cell, 'day-first').kind === 'at'),
    )
  }
  return { columns, hasTitles }
}

const plain = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

/** Long, of letters and digits in groups, and not a date. */
const looksLikeKey = (cell: string): boolean =>
  /^[\p{L}\p{N}]+(?:[- ]?[\p{L}\p{N}]+)*$/u.test(cell) &&
  cell.length >= 10 &&
  readEnd(cell, 'day-first').kind === 'wrong'
