import { useEffect, useRef, useState } from 'react'
import { type Outcome, type Refusal, settled } from './outcome.ts'

/** How far a run of requests has come. `left`: the requests that remain, the next one first. */
interface Progress {
  readonly left: readonly unknown[]
}

/** What ended a run before all was done. The run can continue, unless it was refused. */
export type Interruption = { readonly kind: 'stopped' } | { readonly kind: 'lost' } | Refusal

/** Sends the next request. @returns how far the run is then */
export type SendNext<P> = (progress: P, isRepeated: boolean, signal: AbortSignal) => Promise<Outcome<P>>

interface Steps<P> {
  readonly sendNext: (progress: P) => Promise<Outcome<P>>
  readonly onProgress: (progress: P) => void
  readonly signal: AbortSignal
}

/**
 * Sends what is left of a run, one request after the other.
 * @returns why it was interrupted; undefined when all is done
 */
export async function runSteps<P extends Progress>(
  start: P,
  { sendNext, onProgress, signal }: Steps<P>,
): Promise<Interruption | undefined> {
  let progress = start
  while (progress.left.length > 0) {
    if (signal.aborted) return { kind: 'stopped' }
    const outcome = await settled(() => sendNext(progress))
    if (outcome.kind !== 'done') return outcome
    progress = outcome.answer
    onProgress(progress)
  }
  return undefined
}

interface Run<P> {
  readonly sendNext: SendNext<P>
  readonly onEnd: (progress: P, interruption: Interruption | undefined) => void
}

interface RunState<P> {
  readonly progress: P
  readonly isRunning: boolean
  readonly interruption: Interruption | undefined
}

/** A run of requests, which continues where it was interrupted. */
export function useRun<P extends Progress>() {
  const [state, setState] = useState<RunState<P>>()
  const controller = useRef<AbortController>(undefined)
  const resume = useRef(() => {})
  // A page or dialog that is gone sends no further request.
  useEffect(() => () => controller.current?.abort(), [])

  async function go(from: P, run: Run<P>, isRepeated = false): Promise<Interruption | undefined> {
    const aborting = new AbortController()
    controller.current = aborting
    let progress = from
    const show = (isRunning: boolean, interruption?: Interruption): void =>
      setState({ progress, isRunning, interruption })
    show(true)
    const interruption = await runSteps(from, {
      sendNext: (reached) => run.sendNext(reached, isRepeated, aborting.signal),
      onProgress: (reached) => {
        progress = reached
        show(true)
      },
      signal: aborting.signal,
    })
    show(false, interruption)
    resume.current = () => void go(progress, run, isRepeated || interruption?.kind === 'lost')
    run.onEnd(progress, interruption)
    return interruption
  }

  return {
    progress: state?.progress,
    interruption: state?.interruption,
    isRunning: state?.isRunning === true,
    begin: (from: P, run: Run<P>) => go(from, run),
    stop: () => controller.current?.abort(),
    resume: () => resume.current(),
    /** Forgets the run. */
    reset(): void {
      controller.current?.abort()
      setState(undefined)
    },
  }
}
