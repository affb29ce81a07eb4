import { type GroupBridge, productCall, type } from '@latchkey/electron/ipc'
import { Type } from 'typebox'

/** The result of the protected script. */
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
  /** Analyses a text in the protected script. The first call fetches the script: one execution. */
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
