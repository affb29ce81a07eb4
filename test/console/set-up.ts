import { buildPagesWhenStale } from '../../tools/pages.js'
import { ensureBrowser } from '../../tools/set-up/test-tools.js'

/** Builds the page, and installs a browser if there is none. */
export function setup(): void {
  ensureBrowser()
  buildPagesWhenStale()
}
