import { buildWhenStale } from './build-when-stale.ts'
import { licensingEnv, startDemoService } from './demo-service.ts'
import { hasDisplay, openVirtualDisplay } from './display.ts'
import { type OpenWindow, type OpenWindowOptions, openWindow } from './open-window.ts'

export type { OpenWindow, OpenWindowOptions } from './open-window.ts'

/** The app in the current folder, with a demo license service. */
export interface Demo {
  /** The key of the service for a name such as `valid` or `expired`. */
  key(name: string): string
  /** Opens the built app. With the same `userDataDir`, a second start finds the stored license. */
  open(options?: OpenWindowOptions): Promise<OpenWindow>
  close(): Promise<void>
}

/**
 * For the tests of an app: builds it if needed, starts the demo service, and a virtual display if
 * there is no other. Needs the packages `playwright-core` and `@latchkey/service`.
 */
export async function startDemo(): Promise<Demo> {
  buildWhenStale()
  const service = await startDemoService()
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  return {
    key(name) {
      const key = service.keys[name]
      if (key === undefined)
        throw new Error(`The demo keys are: ${Object.keys(service.keys).join(', ')}. Not: ${name}`)
      return key
    },
    open: (options = {}) => openWindow({ ...options, env: { ...licensingEnv(service), ...options.env } }),
    async close() {
      await service.close()
      await display?.close()
    },
  }
}
