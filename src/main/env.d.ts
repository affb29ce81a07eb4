/** Put in place by `electron.vite.config.ts` at build time. */
declare const BAKED_SETTINGS: import('@latchkey/electron/settings').RawSettings
