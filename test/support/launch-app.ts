import type { OpenWindow } from '../../packages/electron/src/development/open-window.ts'
import { openWindow } from '../../tools/open-window.js'

export type AppUnderTest = OpenWindow

/** Opens the built app's real window. */
export const launchApp = openWindow
