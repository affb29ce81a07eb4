import { afterAll } from 'vitest'
import { hasDisplay, openVirtualDisplay } from '../../packages/electron-tools/src/development/display.ts'

// Without a real display, each test file has a virtual one of its own: focus and the clipboard are
// not shared with the file that runs beside it.
if (!hasDisplay()) {
  const display = await openVirtualDisplay()
  afterAll(() => display.close())
}
