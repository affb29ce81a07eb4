import type { FactName, FactReasonCode } from './device-view.ts'

/** The facts that identify a machine. Properties that users change often are excluded. */
export const FACT_KINDS = ['installation', 'system', 'board'] as const
export type FactKind = (typeof FACT_KINDS)[number]

export type Answer =
  /**
   * The value as the call returned it, possibly a placeholder. Empty when the call returned none.
   */
  | { readonly kind: 'value'; readonly value: string }
  /** The call did not return before the time limit. */
  | { readonly kind: 'timed-out' }
  /** No call was made, because this platform does not have the fact. */
  | { readonly kind: 'skipped'; readonly reason: FactReasonCode }

export interface FactReading {
  readonly kind: FactKind
  readonly name: FactName
  /** The systeminformation call and field, such as `uuid().os`. */
  readonly source: string
  readonly answer: Answer
}

export type Environment =
  | { readonly kind: 'computer' }
  /** `product` names the hypervisor or cloud; empty when it is unknown. */
  | { readonly kind: 'virtual-machine'; readonly product: string }
  | { readonly kind: 'container' }

/** SECURITY: holds raw values of the machine, which must never be logged, sent or displayed. */
export interface MachineReading {
  readonly platform: NodeJS.Platform
  readonly facts: readonly FactReading[]
  readonly environment: Environment
}

/** A reading in progress. */
export interface MachineQuery {
  /** Resolves when every call has returned. May stay pending forever. Never rejects. */
  readonly complete: Promise<void>
  /** The answers so far; facts without an answer are `timed-out`. */
  snapshot(): MachineReading
  /** Terminates the shell that this query started. Pending calls then never return. */
  stop(): void
}

/** Starts every call at once. Never throws. */
export type MachineReader = () => MachineQuery
