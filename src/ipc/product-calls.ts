import { type GroupBridge, productCall, type } from '@latchkey/electron/ipc'
import { Type } from 'typebox'

/**
 * What the product's page may ask of the main process: `window.product`. A line here is a call; the compiler then names
 * the handler that is missing in `src/main/product-handlers.ts`.
 */
export const productCalls = {
  /** Asks the user where to, then writes the text there. The result: whether a place was chosen. */
  saveText: productCall({
    parameters: [Type.String({ maxLength: 1_000_000 })],
    result: type<boolean>(),
    needsLicense: 'until-closed',
  }),
}

declare global {
  interface Window {
    readonly product: GroupBridge<typeof productCalls>
  }
}
