import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'

export const SECONDS_A_WEEK = 7 * SECONDS_A_DAY
/** Unix time began on a Thursday. */
const FIRST_MONDAY = 4 * SECONDS_A_DAY

/** The first second of the week of a time: Monday, 00:00 UTC. */
export const weekOf = (at: number): number =>
  Math.floor((at - FIRST_MONDAY) / SECONDS_A_WEEK) * SECONDS_A_WEEK + FIRST_MONDAY
