import { LaunchHung } from '../../packages/electron-tools/src/development/open-window.ts'
import { countLaunch } from '../../tools/launches.js'
import { openWindow } from '../../tools/open-window.js'
import { watchApp } from './shown-pages.ts'

export type AppUnderTest = Awaited<ReturnType<typeof openWindow>>

/**
 * Opens the built app's real window. Without a GPU, Chromium first starts a GPU process, which
 * fails and takes a seventh of the processor time of a start, so it is disabled. A launch that hung
 * is started again once. When a test fails, it is reported what the windows showed.
 */
export const launchApp: typeof openWindow = async ({ args = [], ...options } = {}) => {
  const launch = async () => watchApp(await openWindow({ ...options, args: ['--disable-gpu', ...args] }))
  countLaunch('started')
  try {
    return await launch()
  } catch (error) {
    if (!(error instanceof LaunchHung)) throw error
    countLaunch('hung')
    return launch()
  }
}
