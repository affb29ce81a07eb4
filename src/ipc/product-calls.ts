import { type GroupBridge, productCall, type } from '@latchkey/electron/ipc'
import { Type } from 'typebox'

/**
 * The calls from the product page to the main process, exposed as `window.product`. Their handlers
 * are in `src/main/product-handlers.ts`. The compiler reports a call without one.
 */
export const productCalls = {
  /** Shows a save dialog and writes the text. Resolves to false if the user cancels. */
  saveText: productCall({
    parameters: [Type.String({ maxLength: 1_000_000 })],
    result: type<boolean>(),
    needsLicense: 'until-closed',
  }),
  /** Saves the text as a web page, for keys with the feature `export`. */
  exportPage: productCall({
    parameters: [Type.String({ maxLength: 1_000_000 })],
    result: type<boolean>(),
    needsLicense: true,
    feature: 'export',
  }),
}

declare global {
  interface Window {
    readonly product: GroupBridge<typeof productCalls>
  }
}
