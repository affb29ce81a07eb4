import { Type } from 'typebox'
import { Challenge } from './challenge.ts'

const success = Type.Boolean({ description: 'Whether the request succeeded.' })
const message = Type.String({ description: 'The result as a sentence for people.' })

/** The fields of every management answer. Source: interface, "Resources and their fields". */
export const DoneFields = { success, message }

/** The answer of an endpoint that returns no further data. */
export const Done = Type.Object(DoneFields)
export type Done = Type.Static<typeof Done>

/** The body of every refused management request. Source: interface, "Errors". */
export const Refused = Type.Object({
  success: Type.Literal(false),
  message: Type.String({ description: 'The reason as a sentence for people.' }),
  challenge: Type.Optional(Challenge),
})
export type Refused = Type.Static<typeof Refused>
