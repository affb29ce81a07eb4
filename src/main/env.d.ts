/** Defined at build time in `electron.vite.config.ts`. */
declare const BAKED_SETTINGS: import('@latchkey/electron/settings').RawSettings
