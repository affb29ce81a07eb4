/** Functions for some of the fields of records, and for their names in the code. */

/** Some fields of a record. A field that is undefined counts as absent. */
export type SomeFields<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }

/** Drops the fields that are undefined, so that a spread of the rest changes nothing else. */
export const definedFields = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }

/** The name in the code of a field of the interface or an option: `max_devices`, `max-devices`. */
export type InCamelCase<Name> = Name extends `${infer Head}${'_' | '-'}${infer Tail}`
  ? `${Head}${Capitalize<InCamelCase<Tail>>}`
  : Name

export const inCamelCase = (name: string): string =>
  name.replaceAll(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the fields by their names in the code. */
export const camelCased = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [inCamelCase(name), value])) as {
    [Name in keyof Fields as InCamelCase<Name> & string]: Fields[Name]
  }
