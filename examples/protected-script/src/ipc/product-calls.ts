import { type GroupBridge, productCall, type } from '@latchkey/electron/ipc'
import { Type } from 'typebox'

/** What the protected script says about a text. */
export const TextReport = Type.Object({
  readingSeconds: Type.Integer({ minimum: 0 }),
  sentences: Type.Integer({ minimum: 0 }),
  longestWord: Type.String({ maxLength: 1_000_000 }),
})
export type TextReport = Type.Static<typeof TextReport>

export type TextReportResult =
  | { readonly kind: 'read'; readonly report: TextReport }
  /** The message is for the user. May be empty. */
  | { readonly kind: 'failed'; readonly message: string }

export const productCalls = {
  /** Has the protected script read a text. The first call fetches the script, which is an execution of the key. */
  readText: productCall({
    parameters: [Type.String({ maxLength: 1_000_000 })],
    result: type<TextReportResult>(),
    needsLicense: true,
  }),
}

declare global {
  interface Window {
    readonly product: GroupBridge<typeof productCalls>
  }
}
