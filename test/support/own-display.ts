import { afterAll } from 'vitest'
import { hasDisplay, openVirtualDisplay } from '../../packages/electron-tools/src/development/display.ts'

// Without a real display, each test file has its own virtual one, so that it does not share focus
// and clipboard with the file that runs at the same time.
if (!hasDisplay()) {
  const display = await openVirtualDisplay()
  afterAll(() => display.close())
}
