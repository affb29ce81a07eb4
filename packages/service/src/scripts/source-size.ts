const MIB = 1_024 * 1_024

/** Sources up to this size take seconds, so others can wait for them. */
const SMALL_BYTES = 64 * 1_024

const LEAST_SECONDS = 3
/** The seconds for a MiB of source: six times what published programs take. */
const SECONDS_A_MIB = 60
const MOST_SECONDS = 300

const SMALL_HEAP_MB = 256
const HEAP_MB = 1_024

export const isSmallSource = (bytes: number): boolean => bytes <= SMALL_BYTES

/** Limits of the worker for a source of this size. */
export interface WorkerLimits {
  /** The limit of processor time. */
  readonly seconds: number
  /** The limit of the heap. */
  readonly memoryMb: number
}

export const limitsOfSource = (bytes: number): WorkerLimits => ({
  seconds: Math.min(MOST_SECONDS, LEAST_SECONDS + Math.ceil((bytes / MIB) * SECONDS_A_MIB)),
  memoryMb: isSmallSource(bytes) ? SMALL_HEAP_MB : HEAP_MB,
})
