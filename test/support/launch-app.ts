import { type OpenWindow, openWindow } from '../../tools/open-window.js'

export type AppUnderTest = Readonly<OpenWindow>

/** Opens the built app's real window. */
export const launchApp = openWindow
