/** Why a newer version was not installed. */
export type UpdateFailure =
  /** No key of the vendor has signed it for this app and this system. */
  | 'not-signed'
  /** The downloaded file is not the one that was signed. */
  | 'wrong-file'
  /** The download broke off. */
  | 'incomplete'
  | 'no-space'
  /** The clock of this computer is wrong, so nothing can be verified. */
  | 'wrong-clock'

/**
 * A newer version of the app, as pages may show it.
 * `offered`: available, but this copy cannot install it. `ready`: downloaded and verified; it is
 * installed when the app quits. `not-covered`: released after the updates of the license ended.
 * `failed`: it is tried again within a day.
 */
export type UpdateView =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'offered' | 'ready'
      readonly version: string
      /** Release notes as plain text, with line breaks. May be empty. */
      readonly notes: string
    }
  | { readonly kind: 'downloading'; readonly version: string; readonly percent: number }
  | { readonly kind: 'failed'; readonly failure: UpdateFailure }
  | {
      readonly kind: 'not-covered'
      readonly version: string
      /** Unix seconds: the end of the updates. */
      readonly updatesUntil: number
    }
