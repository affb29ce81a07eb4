/** Defined at build time in `electron.vite.config.ts`. */
declare const BAKED_SETTINGS: import('@latchkey/electron/settings').RawSettings
/** Unix seconds. */
declare const BUILT_AT: number
