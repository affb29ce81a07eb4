/** Some fields of a record. One that is undefined is not given. */
export type Given<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }

/** Without the fields that are not given, so that they change nothing. */
export const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
