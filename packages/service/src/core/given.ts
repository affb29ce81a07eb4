/** Some fields of a record. One that is undefined is not given. */
export type Given<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }

/** Without the fields that are not given, so that they change nothing. */
export const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }

/** The name in the code of a field of the interface or an option: `max_devices`, `max-devices`. */
export type InCamelCase<Name> = Name extends `${infer Head}${'_' | '-'}${infer Tail}`
  ? `${Head}${Capitalize<InCamelCase<Tail>>}`
  : Name

export const inCamelCase = (name: string): string =>
  name.replaceAll(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())

/** The same fields by their names in the code. */
export const camelCased = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [inCamelCase(name), value])) as {
    [Name in keyof Fields as InCamelCase<Name> & string]: Fields[Name]
  }
