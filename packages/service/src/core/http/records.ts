import type { Static, TObject } from 'typebox'
import { type InCamelCase, inCamelCase } from '../fields.ts'

/** Functions that make records of the interface from entities. */

type Values<Record> = {
  readonly [Name in keyof Record as InCamelCase<Name> & string]: ReadOnly<Record[Name]>
}
type ReadOnly<Value> = Value extends (infer Item)[] ? readonly Item[] : Value

/** Makes records of this schema from objects that have their fields, by their names in the code. */
export function recordsOf<Schema extends TObject>(schema: Schema) {
  const names = Object.keys(schema.properties).map((name) => [name, inCamelCase(name)] as const)
  return (values: Values<Static<Schema>>): Static<Schema> => {
    const fields = values as Readonly<Record<string, unknown>>
    const record: Record<string, unknown> = {}
    for (const [name, field] of names) record[name] = fields[field]
    return record as Static<Schema>
  }
}
