import { Type } from 'typebox'
import { INT32_MAX, TEXT_LIMITS, Text } from './fields.ts'

const tag = 'The type of the plant.'

/** Source of all records in this file: interface, "Sample plant-store records". */
export const Plant = Type.Object({
  name: Type.String(),
  tag: Type.Optional(Type.String({ description: tag })),
})
export type Plant = Type.Static<typeof Plant>

export const NewPlant = Type.Object(
  {
    // The bounds of a 64-bit integer, as exactly as a double can represent them.
    id: Type.Integer({ format: 'int64', minimum: -(2 ** 63), maximum: 2 ** 63 }),
    name: Text(TEXT_LIMITS.plantName),
    tag: Type.Optional(Text(TEXT_LIMITS.plantName, { description: tag })),
  },
  { additionalProperties: false },
)
export type NewPlant = Type.Static<typeof NewPlant>

export const PlantStoreError = Type.Object({
  error: Type.Integer({
    format: 'int32',
    minimum: -(2 ** 31),
    maximum: INT32_MAX,
    description: 'The HTTP status.',
  }),
  message: Type.String(),
})
export type PlantStoreError = Type.Static<typeof PlantStoreError>
