import { buildWhenStale } from '../../tools/build.js'

/** Builds the app before the first window opens. */
export const setup = buildWhenStale
