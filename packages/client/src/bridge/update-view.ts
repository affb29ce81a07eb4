/**
 * A newer version of the app, as pages may show it.
 * `offered`: available, but this copy cannot install it. `ready`: downloaded and verified; it is
 * installed when the app quits. `not-covered`: released after the updates of the license ended.
 */
export type UpdateView =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'offered' | 'ready'
      readonly version: string
      /** Release notes as plain text, with line breaks. May be empty. */
      readonly notes: string
    }
  | {
      readonly kind: 'not-covered'
      readonly version: string
      /** Unix seconds: the end of the updates. */
      readonly updatesUntil: number
    }
