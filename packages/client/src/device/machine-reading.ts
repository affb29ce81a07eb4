import type { FactReasonCode } from './device-view.ts'

/** The three anchors of a device ID. Everything a user changes on an ordinary day is left out on purpose. */
export const FACT_KINDS = ['installation', 'system', 'board'] as const
export type FactKind = (typeof FACT_KINDS)[number]

export type Answer =
  /** As the call gave it, placeholders and all. Empty when it had nothing to say. */
  | { readonly kind: 'value'; readonly value: string }
  /** Cut off before it answered. */
  | { readonly kind: 'timed-out' }
  /** This computer has no such fact, or shows it to nobody who may run the app. */
  | { readonly kind: 'not-asked'; readonly reason: FactReasonCode }

export interface FactReading {
  readonly kind: FactKind
  readonly name: string
  /** The call that was asked, such as `uuid().os`. */
  readonly source: string
  readonly answer: Answer
}

export type Environment =
  | { readonly kind: 'computer' }
  /** `product` is empty when it does not say which. */
  | { readonly kind: 'virtual-machine'; readonly product: string }
  | { readonly kind: 'container' }

/** What one look at the machine gave. Holds raw values: never logged, never sent, never shown. */
export interface MachineReading {
  readonly platform: NodeJS.Platform
  readonly facts: readonly FactReading[]
  readonly environment: Environment
}

/** One look at the machine, under way. */
export interface MachineQuery {
  /** Settles when every call has answered, which may be never. Never rejects. */
  readonly complete: Promise<void>
  /** What has been answered until now; the rest is `timed-out`. */
  soFar(): MachineReading
  /** Ends the shell that this query started, if it still runs. What has not answered by then never will. */
  stop(): void
}

/** Starts every call at once. Never throws. */
export type AskMachine = () => MachineQuery
