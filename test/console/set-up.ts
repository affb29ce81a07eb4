import { buildConsoleWhenStale } from '../../tools/console.js'
import { ensureBrowser } from '../../tools/set-up/test-tools.js'

/** Builds the page, and installs a browser if there is none. */
export function setup(): void {
  ensureBrowser()
  buildConsoleWhenStale()
}
