import type { OpenWindow } from '../../packages/electron/src/development/open-window.ts'
import { openWindow } from '../../tools/open-window.js'

export type AppUnderTest = OpenWindow

/**
 * Opens the built app's real window. Without a GPU, Chromium first starts a process for one, which
 * fails: a seventh of the processor time of a start.
 */
export const launchApp: typeof openWindow = ({ args = [], ...options } = {}) =>
  openWindow({ ...options, args: ['--disable-gpu', ...args] })
