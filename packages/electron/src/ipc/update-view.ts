/**
 * A newer version of the app, as pages may show it.
 * `offered`: available, but this copy cannot install it. `ready`: downloaded and verified; it is
 * installed when the app quits.
 */
export type UpdateView =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'offered' | 'ready'
      readonly version: string
      /** Release notes as plain text, with line breaks. May be empty. */
      readonly notes: string
    }
