import { Type } from 'typebox'
import { Whole } from './fields.ts'

/** The most devices that a key can have. */
export const MOST_DEVICES = 100
/** The most moves and releases that users can do in a year with a key. */
export const MOST_MOVES_PER_YEAR = 100
/** `max_devices` and `moves_per_year` of a key that follows its project. */
export const AS_PROJECT = -1

/** A whole number in a request, with its bounds. */
export const limit = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description })

/** The limits of one key, in a request. */
export const KEY_LIMITS = {
  max_devices: Type.Optional(
    Type.Integer({
      minimum: AS_PROJECT,
      maximum: MOST_DEVICES,
      not: { const: 0 },
      description: 'How many devices the key can have, from 1; -1: as in its project.',
    }),
  ),
  moves_per_year: Type.Optional(
    limit(
      AS_PROJECT,
      MOST_MOVES_PER_YEAR,
      'How many moves and releases the user can do in 365 days; 0: none; -1: as in its project.',
    ),
  ),
}

/** The limits of one key, in a record. */
export const KeyLimits = {
  max_devices: Whole('How many devices the key can have; -1: as in its project.'),
  moves_per_year: Whole('How many moves and releases the user can do in 365 days; -1: as in its project.'),
}
