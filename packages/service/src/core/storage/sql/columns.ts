import type { GeneratedAlways } from 'kysely'

/** Types of columns for both engines, and functions that convert a record to its row and back. */

export type Engine = 'sqlite' | 'postgres'

/** A column. `Stored` is the value in a row, or its description in Kysely. */
export interface Column<Value = unknown, Stored = Value> {
  readonly type: Readonly<Record<Engine, string>>
  /** The text after the type. */
  readonly constraint: string
  /** Converts a value for its row. Absent: the value is stored unchanged. */
  toStored?(value: Value): Stored
  fromStored?(stored: Stored): Value
}

export const column = <Value, Stored = Value>(
  sqlite: string,
  postgres: string,
  constraint = 'not null',
): Column<Value, Stored> => ({ type: { sqlite, postgres }, constraint })

export const text = column<string>('text', 'text')
/**
 * A text that is found by its whole value. Sorting by bytes is the fastest, and the same on every
 * machine.
 */
export const exact = column<string>('text', 'text collate "C"')
/**
 * A text in which A to Z equal a to z: in SQLite by the collation of the column, in PostgreSQL by
 * `withoutCaseIndex`.
 */
export const withoutCase = column<string>('text collate nocase', 'text')
/** The expression of an index of such a column. */
export const withoutCaseIndex = (name: string, engine: Engine): string =>
  engine === 'sqlite' ? name : `lower(${name} collate "C")`
export const integer = column<number>('integer', 'bigint')
export const real = column<number>('real', 'double precision')
export const bytes = column<Uint8Array>('blob', 'bytea')
/** A boolean as 0 or 1: SQLite has no booleans, and both engines store the same rows. */
export const flag: Column<boolean, 0 | 1> = {
  ...column('integer', 'smallint'),
  toStored: (value) => (value ? 1 : 0),
  fromStored: (stored) => stored === 1,
}
/** A list of texts, as JSON. */
export const list: Column<readonly string[], string> = {
  ...column('text', 'text'),
  toStored: JSON.stringify,
  fromStored: (stored) => JSON.parse(stored) as string[],
}
export const oneOf = <const Text extends string>(...values: Text[]): Column<Text> => ({
  ...column('text', 'text'),
  constraint: `not null check (# in (${values.map((value) => `'${value}'`).join(', ')}))`,
})
export const unique = <Value, Stored>(one: Column<Value, Stored>): Column<Value, Stored> => ({
  ...one,
  constraint: `${one.constraint} unique`,
})

type Generated = GeneratedAlways<number>

/**
 * A number that stands for an account or a project inside the database, so that ten million
 * licenses do not each have two long identifiers in every index.
 */
export const rowId: Column<number, Generated> = column(
  'integer',
  'bigint generated always as identity',
  'primary key',
)
export const reference = (table: string, constraint = 'not null'): Column<number> =>
  column('integer', 'bigint', `${constraint} references ${table} (id)`)
/** The number of the row to which this one belongs, and with which it is deleted. */
export const partOf = (table: string): Column<number> =>
  column('integer', 'bigint', `not null references ${table} (id) on delete cascade`)
/** The number of a row in another table, or null. */
export const rowReference = (table: string): Column<number | null> =>
  column('integer', 'bigint', `references ${table} (id)`)
/** A number that is not written with a new row. */
export const generated: Column<number, Generated> = column('integer', 'bigint', 'not null default 0')
/** The number of another row, or null. It has no constraint: an event outlives its license. */
export const rowNumber = column<number | null>('integer', 'bigint', '')

/** An object as JSON. It is empty in nearly every row, and read at every check. */
export const rare = <Value extends object>(nothing: Value): Column<Value, string> => ({
  ...text,
  toStored: (value) => (Object.keys(value).length === 0 ? '' : JSON.stringify(value)),
  fromStored: (stored) => (stored === '' ? nothing : (JSON.parse(stored) as Value)),
})

/** The name of a row that is not a number. */
export const primaryKey = column<string>('text', 'text collate "C"', 'primary key')

/** The names of columns that differ from their fields. `id` is the number of a row. */
const NAMES = { id: 'public_id', key: 'license_key' } as const

type Snake<Text extends string> = Text extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Text
type NameOf<Field> = Field extends keyof typeof NAMES ? (typeof NAMES)[Field] : Snake<Field & string>
type StoredOf<C> = C extends Column<infer _, infer Stored> ? Stored : never
type Columns = Readonly<Record<string, Column>>

/** The descriptions of tables, by the names of the tables. */
type Described = Readonly<Record<string, Columns>>
/** The rows of described tables, as Kysely knows them. */
export type RowsOf<D extends Described> = { [Name in keyof D]: RowOf<D[Name]> }

/** A row of these columns. */
export type RowOf<C extends Columns> = { -readonly [Name in keyof C]: StoredOf<C[Name]> }
/** The part of a row that holds a record. */
type RecordRow<Fields> = {
  -readonly [Field in keyof Fields as NameOf<Field>]: StoredOf<Fields[Field]>
}

/** How a record is stored in a row. */
export interface Mapping<Stored, Row> {
  readonly columns: { readonly [Name in keyof Row]: Column<unknown, Row[Name]> }
  toRow(record: Stored): Row
  fromRow(row: Row): Stored
  /** Reads a row that is an array, whose values of these columns begin at `start`. */
  fromValues(values: ArrayLike<unknown>, start: number): Stored
}

const nameOf = (field: string): string =>
  (NAMES as Readonly<Record<string, string>>)[field] ??
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `mappingOf<License>()({ … })` describes every field of a license. */
export const mappingOf =
  <Stored extends object>() =>
  <const Fields extends { readonly [Field in keyof Stored]: Column<Stored[Field], unknown> }>(
    fields: Fields,
  ): Mapping<Stored, RecordRow<Fields>> => {
    const all = Object.entries<Column>(fields).map(([field, one]) => ({ field, name: nameOf(field), one }))
    const fromValues = (values: ArrayLike<unknown>, start: number): Stored => {
      const record: Record<string, unknown> = {}
      let at = start
      for (const { field, one } of all) {
        const value = values[at]
        record[field] = one.fromStored === undefined ? value : one.fromStored(value)
        at += 1
      }
      return record as Stored
    }
    return {
      columns: Object.fromEntries(all.map(({ name, one }) => [name, one])) as Mapping<
        Stored,
        RecordRow<Fields>
      >['columns'],
      toRow(record) {
        const values = record as Readonly<Record<string, unknown>>
        return Object.fromEntries(
          all.map(({ field, name, one }) => [name, one.toStored?.(values[field]) ?? values[field]]),
        ) as RecordRow<Fields>
      },
      fromRow(row) {
        const values = row as Readonly<Record<string, unknown>>
        return fromValues(
          all.map(({ name }) => values[name]),
          0,
        )
      },
      fromValues,
    }
  }

/** The statement that creates a table. */
const createTable = (name: string, columns: Columns, engine: Engine): string => {
  const lines = Object.entries(columns).map(
    ([column, { type, constraint }]) => `${column} ${type[engine]} ${constraint.replace('#', column)}`,
  )
  return `create table ${name} (\n  ${lines.join(',\n  ')}\n)${engine === 'sqlite' ? ' strict' : ''};`
}

/** The tables of a module or of a part of the core, once for both engines. */
export interface TablesPart {
  readonly tables: Described
  /** SQL that cannot be described: indexes, triggers, and what only one engine needs. */
  readonly sql: Readonly<Record<Engine, string>>
  /**
   * The tables whose rows are deleted with their project. `many` has tables with up to millions of
   * rows: the name of a table, and the column that finds its rows.
   */
  readonly ofProject?: {
    readonly many?: Readonly<Record<string, string>>
    readonly few?: readonly string[]
  }
}

/** Creates these tables in a new database. */
export const tablesOf = (parts: readonly TablesPart[], engine: Engine): string =>
  [
    ...parts.flatMap(({ tables }) =>
      Object.entries(tables).map(([name, columns]) => createTable(name, columns, engine)),
    ),
    ...parts.map(({ sql }) => sql[engine]),
  ].join('\n')
