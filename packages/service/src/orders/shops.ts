import type { ShopAdapter } from '@latchkey/shops'
import type { LineTerms } from './line-terms.ts'

/** `test`: a shop to play with, which is only simulated. */
export type ShopKind = ShopAdapter['shop'] | 'test'

/** A connected shop. It sells products of one project. */
export interface Shop {
  /** Names the shop in the address to which it delivers. */
  readonly id: string
  readonly kind: ShopKind
  readonly name: string
  /**
   * The shop makes test purchases alone. Its licenses are marked, and end a day after the purchase.
   * Deliveries of the other kind are stored and shown, and change nothing.
   */
  readonly isTest: boolean
  /** SECURITY: sealed in the storage. The newest first; none: the shop was disconnected. */
  readonly secrets: readonly string[]
  readonly createdAt: number
  /** The address of the person, `api-key` or `command-line`. */
  readonly createdBy: string
  /** The start of the hash of the API key that connected the shop; otherwise empty. */
  readonly apiKeyMark: string
  /** The page for invoices and cancellation that the vendor has entered; empty: none. */
  readonly buyerPage: string
  /** Simulated orders of a shop of kind `test` are accepted at a public address before this second. */
  readonly openUntil: number
}

/** What a shop has delivered. */
export interface ShopUse {
  /** 0: nothing yet. */
  readonly lastDeliveryAt: number
  /** Deliveries whose signature was wrong. */
  readonly refused: number
  readonly refusedAt: number
  /** The likely reason of the last one. */
  readonly refusedReason: string
}

/** What a product gives, and the IDs by which shops name it. */
export interface Product {
  readonly id: string
  readonly name: string
  /** IDs of products, prices or variants at the shops of the project. */
  readonly shopProducts: readonly string[]
  readonly terms: LineTerms
}
