/** What the fields of deliveries are read as. */
interface Kinds {
  /** Text or number, as text: 1 to 255 visible ASCII characters. */
  id: string
  /** Unix seconds. */
  seconds: number
  /** Text with date and time (ISO 8601), as Unix seconds. */
  date: number
  /** A whole number from 0, also as text. */
  amount: number
  /** A currency, in capital letters. */
  currency: string
  flag: boolean
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const READERS: { readonly [Kind in keyof Kinds]: (value: unknown) => Kinds[Kind] | undefined } = {
  id: (value) => {
    // A larger number is not exact any more.
    const text = isWhole(value) ? String(value) : value
    return typeof text === 'string' && /^[!-~]{1,255}$/.test(text) ? text : undefined
  },
  seconds: (value) => (isWhole(value) ? value : undefined),
  date: (value) => {
    if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return undefined
    const seconds = Math.floor(Date.parse(value) / 1000)
    return isWhole(seconds) ? seconds : undefined
  },
  amount: (value) => {
    const amount = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
    return isWhole(amount) ? amount : undefined
  },
  currency: (value) =>
    typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value.toUpperCase() : undefined,
  flag: (value) => (typeof value === 'boolean' ? value : undefined),
}

/** What stands for a required field that is missing. The facts are not used then. */
const NOTHING: Kinds = { id: '', seconds: 0, date: 0, amount: 0, currency: '', flag: false }

/** Reads the fields of a delivery by their paths, and notes those that it cannot read. Never throws. */
export interface Fields {
  /** Undefined if it is missing or null. A field of another kind is noted, too. */
  get<Kind extends keyof Kinds>(kind: Kind, path: string): Kinds[Kind] | undefined
  /** A field without which there is no fact. */
  need<Kind extends keyof Kinds>(kind: Kind, path: string): Kinds[Kind]
  /** Those of the IDs that are there. */
  ids(...paths: readonly string[]): readonly string[]
  /** As `ids`. Without any, the first is missing. */
  needIds(path: string, ...others: readonly string[]): readonly string[]
  /** At least 1. */
  quantity(path: string): number | undefined
  /** What people wrote: at most 200 characters, without control characters. Empty if there is none. */
  words(path: string): string
  /** Empty if it is not an address. */
  email(path: string): string
  has(path: string): boolean
  /** Below a path. */
  in(path: string): Fields
  /** The elements of a list. Empty if it is missing or null. */
  list(path: string): readonly Fields[]
  /** Notes a field with a value that the adapter does not know. */
  note(path: string): void
}

/** Fields of parsed JSON. `missing` gets the paths of what cannot be read. */
export function fieldsOf(value: unknown, missing: Set<string>, prefix = ''): Fields {
  const find = (path: string): unknown => {
    let found = value
    for (const name of path.split('.')) {
      // Only own properties: a path never leads to a prototype.
      const isOwn = typeof found === 'object' && found !== null && Object.hasOwn(found, name)
      found = isOwn ? (found as Readonly<Record<string, unknown>>)[name] : undefined
    }
    return found ?? undefined
  }
  const note = (path: string): void => void missing.add(prefix + path)
  const get = <Kind extends keyof Kinds>(kind: Kind, path: string): Kinds[Kind] | undefined => {
    const found = find(path)
    const read = found === undefined ? undefined : READERS[kind](found)
    if (found !== undefined && read === undefined) note(path)
    return read
  }
  const text = (path: string): string => {
    const found = find(path)
    return typeof found === 'string' ? found : ''
  }
  const ids = (...paths: readonly string[]) => paths.flatMap((path) => get('id', path) ?? [])
  return {
    get,
    need(kind, path) {
      const read = get(kind, path)
      if (read === undefined) note(path)
      return read ?? NOTHING[kind]
    },
    ids,
    needIds(path, ...others) {
      const found = ids(path, ...others)
      if (found.length === 0) note(path)
      return found
    },
    quantity(path) {
      const quantity = get('amount', path)
      if (quantity === 0) note(path)
      return quantity
    },
    // PostgreSQL stores no U+0000, and UTF-8 has no half of a pair.
    words: (path) =>
      text(path)
        .slice(0, 200)
        .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
        .trim(),
    email: (path) =>
      /^[^\s\p{Cc}\p{Cs}@]{1,64}@[^\s\p{Cc}\p{Cs}@]{1,189}$/u.test(text(path)) ? text(path) : '',
    has: (path) => find(path) !== undefined,
    in: (path) => fieldsOf(find(path), missing, `${prefix}${path}.`),
    list(path) {
      const found = find(path)
      if (found !== undefined && !Array.isArray(found)) note(path)
      const elements: readonly unknown[] = Array.isArray(found) ? found : []
      return elements.map((element, index) => fieldsOf(element, missing, `${prefix}${path}.${index}.`))
    },
    note,
  }
}
