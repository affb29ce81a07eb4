import { Type } from 'typebox'
import { Challenge } from './challenge.ts'

const success = Type.Boolean({ description: 'Whether it was done.' })
const message = Type.String({ description: 'What happened, as a sentence for people.' })

/** Every management answer begins with these two. Source: interface, "Resources and their fields". */
export const DoneFields = { success, message }

/** The answer of a request that has nothing else to say. */
export const Done = Type.Object(DoneFields)
export type Done = Type.Static<typeof Done>

/** The body of every refused management request. Source: interface, "Errors". */
export const Refused = Type.Object({
  success: Type.Literal(false),
  message: Type.String({ description: 'Why it was refused, as a sentence for people.' }),
  challenge: Type.Optional(Challenge),
})
export type Refused = Type.Static<typeof Refused>
