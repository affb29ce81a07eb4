import { type DeviceId, isLicenseKey, type LicenseKey } from '@latchkey/protocol'
import type { Clock, Schedule } from './clock.ts'
import { failed } from './failures.ts'
import { initialState, isDeviceUnsure, keyInQuestion, step } from './gate-state.ts'
import type { Attempt, Effect, GateEvent, GateState, Kept, Moment, Proof } from './gate-values.ts'
import { nextMomentOf, viewOf } from './gate-view.ts'
import type { KeyExchange } from './key-exchange.ts'
import type { FailureView, KeptBy, LicenseView } from './license-view.ts'
import type { CheckAnswer } from './send-check.ts'
import type { LicenseStore, RememberPolicy } from './store.ts'
import { createTrustedClock } from './trusted-clock.ts'

export interface Gate {
  view(): LicenseView
  /** The only question that opens the product. */
  isLicensed(): boolean
  /** Calls back on every change; returns the function that ends it. */
  subscribe(listener: (view: LicenseView) => void): () => void
  /** Opens what is kept on this device and, if there is a key, checks it once. */
  start(): void
  /** Checks the key in `text`. Does nothing while a check is under way. */
  activate(text: string): void
  /** Stops waiting. A check that was sent may still arrive and be counted. */
  cancel(): void
  checkAgain(): void
  /** After `device-unsure` alone: takes this computer for a new device, and checks the key. */
  acceptDevice(): Promise<void>
  /** Forgets the key on this device. It stays linked to this device at the service. */
  forget(): void
  /** The computer slept for this long. */
  resumed(sleptSeconds: number): void
  /** Of the license in use, for requests that carry it. SECURITY: never to a window. */
  licensedKey(): LicenseKey | undefined
  /** The last four letters of the key, for support; undefined without a key. */
  keyEnding(): string | undefined
  /** Where a key that is accepted now would rest, for a choice to be offered before there is one. */
  wouldKeepBy(): KeptBy
  rememberPolicy(): RememberPolicy
  /** Resolves when the disk has followed. */
  setRememberPolicy(policy: RememberPolicy): Promise<void>
  /** Resolves when everything that was to be kept is written. For a quiet end of the app, and for tests. */
  settled(): Promise<void>
}

export interface Identified {
  readonly id: DeviceId
  /** Another ID is kept here, and could not be confirmed: no key is ever checked with this one. */
  readonly provisional: boolean
}

export interface GateDevice {
  identify(): Promise<Identified>
  identifyAgain(): Promise<Identified>
  /** Takes the provisional ID as this computer's own. */
  adopt(): Promise<void>
}

export interface GateParts {
  readonly exchange: KeyExchange
  readonly device: GateDevice
  readonly store: LicenseStore
  readonly clock: Clock
  readonly schedule: Schedule
  /** How long a verified answer opens the app while the service cannot be reached. 0 turns it off. */
  readonly graceSeconds: number
}

/** A network needs a moment after waking; asked at once, it would fail and end a grace that has run out. */
export const WAKE_SETTLE_MS = 5_000
/** How often a running app stores the time, so that the next start knows a clock that was set back. */
export const STORE_TIME_EVERY_MS = 300_000
/** What each stored time reserves: until the next one, which may be a little late. */
const RESERVE_SECONDS = STORE_TIME_EVERY_MS / 1000 + 60

const DEVICE_UNSURE: FailureView = { kind: 'device-unsure', details: [] }

const standingOf = ({ standing }: GateState): string =>
  standing.kind === 'licensed' ? standing.source : standing.kind
const isOtherStanding = (before: GateState, after: GateState): boolean =>
  standingOf(before) !== standingOf(after)

/** Runs the state machine of gate-state.ts: carries out its effects, and tells it what came of them. */
export function createGate(parts: GateParts): Gate {
  const { exchange, device, store, schedule, graceSeconds } = parts
  const time = createTrustedClock(parts.clock)
  const listeners = new Set<(view: LicenseView) => void>()
  let state = initialState(store.keptBy())
  let controller = new AbortController()
  let cancelTimer = (): void => {}
  let cancelWaking = (): void => {}
  let sleptSeconds = 0
  const waiting: GateEvent[] = []
  let isDispatching = false
  let lastWrite: Promise<void> = Promise.resolve()
  /** The last write reached the disk, or nothing was to be written. */
  let isWritten = true
  /** What a later start may find. */
  let provenOnDisk: Proof | undefined

  const moment = (): Moment => ({
    now: time.now(),
    isClockSetBack: time.isSetBack(),
    isTimeStored: isWritten || state.kept?.proof !== provenOnDisk,
    graceSeconds,
  })
  const view = (): LicenseView => viewOf(state, moment())

  /**
   * One event after the other, each told to its end. Electron may go on with other work inside a listener's call
   * (sending a message is enough), and a later view must not overtake an earlier one.
   */
  function dispatch(event: GateEvent): void {
    waiting.push(event)
    if (isDispatching) return
    isDispatching = true
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) apply(next)
    } finally {
      isDispatching = false
    }
  }

  function apply(event: GateEvent): void {
    const before = state
    const [next, effects] = step(state, event, moment())
    state = next
    for (const effect of effects) carryOut(effect)
    if (isOtherStanding(before, state) && !effects.some(({ kind }) => kind === 'save')) storeTime()
    setTimer()
    if (state !== before) for (const listener of listeners) listener(view())
  }

  function carryOut(effect: Effect): void {
    switch (effect.kind) {
      case 'load':
        void load()
        return
      case 'check':
        controller = new AbortController()
        void check(effect.attempt, controller.signal)
        return
      case 'abort':
        controller.abort()
        return
      case 'save':
        save(effect.kept)
        return
      case 'erase':
        lastWrite = store.erase()
        return
    }
  }

  function save(kept: Kept): void {
    lastWrite = store.save(kept, time.mark(RESERVE_SECONDS)).then((by) => {
      noteWritten(kept, by !== 'nothing' || store.policy() === 'ask-every-time')
      dispatchSaved(by)
    })
  }

  /** Stores the time beside the verified answer that it limits. */
  function storeTime(): void {
    const { kept } = state
    if (kept?.proof === undefined) return
    if (kept.proof !== provenOnDisk) {
      // It could not be saved when it came.
      save(kept)
      return
    }
    lastWrite = store
      .saveTime(kept, time.mark(RESERVE_SECONDS))
      .then((isStored) => noteWritten(kept, isStored))
  }

  function noteWritten({ proof }: Kept, isOnDisk: boolean): void {
    isWritten = isOnDisk
    if (isOnDisk) provenOnDisk = proof
    else dispatch({ kind: 'ticked' })
  }

  function dispatchSaved(by: KeptBy): void {
    if (by !== state.keptBy) dispatch({ kind: 'saved', by })
  }

  /** A second look, before a computer is called unknown. */
  async function identify(): Promise<Identified> {
    const first = await device.identify()
    return first.provisional ? device.identifyAgain() : first
  }

  async function load(): Promise<void> {
    const { provisional } = await identify()
    const { time: mark, ...opened } = await store.open()
    if (mark !== undefined) time.restore(mark)
    provenOnDisk = opened.kept?.proof
    isWritten = false
    const isWaiting = provisional && opened.isUnreadable
    dispatch({ kind: 'opened', ...opened, ...(isWaiting && { deviceUnsure: DEVICE_UNSURE }) })
    storeTime()
  }

  async function check({ id, key }: Attempt, signal: AbortSignal): Promise<void> {
    let answer: CheckAnswer
    try {
      const { id: deviceId, provisional } = await identify()
      if (signal.aborted) return
      const outcome = provisional
        ? ({ kind: 'failed', failure: DEVICE_UNSURE } as const)
        : await exchange.check(key, deviceId, {
            signal,
            onPhase: (phase) => dispatch({ kind: 'progressed', attemptId: id, phase }),
          })
      if (outcome.kind === 'cancelled') return
      answer = outcome
    } catch (error) {
      // A bug, or a broken machine. The window must not wait for ever, and nothing was verified.
      answer = failed('outcome-unknown', [error instanceof Error ? error.name : 'unexpected'])
    }
    if (answer.kind === 'valid') time.synchronise(answer.serviceTime)
    // SECURITY: what is kept opens nothing before the time is stored.
    if (answer.kind === 'failed') {
      storeTime()
      await settled()
    }
    dispatch({ kind: 'decided', attemptId: id, answer })
  }

  /** Waits for the next moment that matters, in steps that no timer is too short for. */
  function setTimer(): void {
    cancelTimer()
    cancelTimer = () => {}
    if (state.kept?.proof === undefined) return
    const next = nextMomentOf(state, moment())
    const untilNextMs = next === undefined ? STORE_TIME_EVERY_MS : Math.max(0, (next - time.now()) * 1000)
    cancelTimer = schedule.after(Math.min(untilNextMs, STORE_TIME_EVERY_MS), () => {
      storeTime()
      dispatch({ kind: 'ticked' })
    })
  }

  async function settled(): Promise<void> {
    for (let seen: unknown; seen !== lastWrite; ) {
      seen = lastWrite
      await lastWrite
    }
  }

  return {
    view,
    isLicensed: () => state.standing.kind === 'licensed',
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => dispatch({ kind: 'opening', mayHoldKey: store.mayHoldKey() }),
    activate(text) {
      const key = text.trim()
      dispatch({ kind: 'entered', key: isLicenseKey(key) ? key : undefined })
    },
    cancel: () => dispatch({ kind: 'cancelled' }),
    checkAgain: () => dispatch({ kind: 'asked' }),
    async acceptDevice() {
      if (!isDeviceUnsure(state)) return
      await device.adopt()
      dispatch({ kind: 'adopted' })
    },
    forget: () => dispatch({ kind: 'forgotten' }),
    resumed(seconds) {
      time.resumed(seconds)
      storeTime()
      exchange.forgetSync()
      // Some systems wake in two steps; that is one waking, and one check.
      sleptSeconds += seconds
      cancelWaking()
      cancelWaking = schedule.after(WAKE_SETTLE_MS, () => {
        const event: GateEvent = { kind: 'woke', sleptSeconds }
        sleptSeconds = 0
        dispatch(event)
      })
    },
    licensedKey: () => (state.standing.kind === 'licensed' ? state.kept?.key : undefined),
    keyEnding: () => keyInQuestion(state)?.slice(-4),
    wouldKeepBy: () => store.keptBy(),
    rememberPolicy: () => store.policy(),
    setRememberPolicy(policy) {
      lastWrite = store.setPolicy(policy).then(() => {
        if (policy === 'remember' && state.kept !== undefined) save(state.kept)
        else dispatchSaved(store.keptBy())
      })
      return settled()
    },
    settled,
  }
}
