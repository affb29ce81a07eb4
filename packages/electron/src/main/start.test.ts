import { productCall, type } from '@latchkey/client/bridge'
import { Type } from 'typebox'
import { test } from 'vitest'
import type { startLatchkey } from './start.ts'

const productCalls = {
  saveText: productCall({
    parameters: [Type.String()],
    result: type<boolean>(),
    needsLicense: true,
  }),
}

const parts = { bakedSettings: {}, linkScheme: 'app', rendererDir: '', preloadPath: '', productCalls }
/** Starts nothing: the compiler checks its arguments. */
const start = (() => {}) as unknown as typeof startLatchkey

test('the compiler requires a handler for every call of the app, and refuses others', () => {
  start({ ...parts, createProductHandlers: () => ({ saveText: (text) => text.length > 0 }) })
  // @ts-expect-error saveText has no handler
  start({ ...parts, createProductHandlers: () => ({}) })
  // @ts-expect-error the schema has no call openText
  start({ ...parts, createProductHandlers: () => ({ saveText: () => true, openText: () => true }) })
  // @ts-expect-error the parameter is a string
  start({ ...parts, createProductHandlers: () => ({ saveText: (text: number) => text > 0 }) })
  // @ts-expect-error the result is a boolean
  start({ ...parts, createProductHandlers: () => ({ saveText: () => 'saved' }) })
})
