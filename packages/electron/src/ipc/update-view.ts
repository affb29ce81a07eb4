/**
 * What a window may show about a newer version of the app.
 * `offered`: there is one, and this copy cannot install it by itself. `ready`: it is here, verified, and will be
 * installed when the app is closed.
 */
export type UpdateView =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'offered' | 'ready'
      readonly version: string
      /** What is new, in the vendor's words: text without markup, a line for each of theirs. May be empty. */
      readonly notes: string
    }
