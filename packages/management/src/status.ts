import { Type } from 'typebox'

/** Source: interface, "API status". The only management answer without `success`. */
export const StatusRecord = Type.Object({
  version: Type.String({ description: 'The version of the API.' }),
  active: Type.Boolean({ description: 'false: requests that need the database cannot be answered.' }),
  message: Type.String(),
  warning: Type.Boolean({ description: 'Whether `warning_message` holds a warning.' }),
  warning_message: Type.String({ description: 'Empty without a warning.' }),
})
export type StatusRecord = Type.Static<typeof StatusRecord>
