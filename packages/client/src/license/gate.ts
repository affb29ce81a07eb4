import {
  type DeviceId,
  type DeviceStrength,
  isLicenseKey,
  type LicenseKey,
  readAnyKey,
} from '@latchkey/protocol'
import type { Clock, Schedule } from './clock.ts'
import { notCovered } from './coverage.ts'
import { failed } from './failures.ts'
import {
  currentKey,
  evidenceOf,
  initialState,
  isBusy,
  isDeviceUnsure,
  licenseOf,
  transition,
} from './gate-state.ts'
import type { Attempt, Effect, GateEvent, GateState, StoredLicense, TransitionContext } from './gate-types.ts'
import { nextTimedEventAt, toLicenseView } from './gate-view.ts'
import type { KeyExchange } from './key-exchange.ts'
import type {
  DevicesView,
  FailureView,
  LicenseView,
  OfflineFileView,
  OfflineRequestView,
  StoredBy,
  UnreachableView,
} from './license-view.ts'
import { createLinkedDevices } from './linked-devices.ts'
import type { OfflineLicensing } from './offline-license.ts'
import type { CheckAnswer } from './send-request.ts'
import type { LicenseStore, RememberPolicy } from './store.ts'
import { createTrustedClock } from './trusted-clock.ts'

/** Decides whether the product is open. `subscribe` reports the results of the other methods. */
export interface Gate {
  view(): LicenseView
  /** SECURITY: the only condition for opening the product. */
  isLicensed(): boolean
  /**
   * Whether the license in use has this feature, or the last one that was in use: the product saves
   * with it. SECURITY: it opens nothing without `isLicensed`.
   */
  hasFeature(name: string): boolean
  /** As in `Entitlements`, of the license in use or the stored one. */
  updatesUntil(): number | undefined
  /** Calls `listener` after every change. Returns the function that unsubscribes it. */
  subscribe(listener: (view: LicenseView) => void): () => void
  /** Loads the stored license and, if there is a key, checks it once. */
  start(): void
  /** The stored license is being loaded, and may open the product without waiting for the check. */
  mayOpenAtOnce(): boolean
  /** Checks the key in `text`. Does nothing while a check is in progress. */
  activate(text: string): void
  /** Whether the app can verify license files, so that it may offer them. */
  readonly takesFiles: boolean
  /** Makes the request for a license file. `text`: the key; empty: the current one. */
  requestFile(text: string): Promise<OfflineRequestView>
  /** Opens the product with a license file that fits the key in `text`, as above. */
  openFile(file: string, text: string): Promise<OfflineFileView>
  /** Stops waiting for a check. A check that was sent may still arrive and be counted. */
  cancel(): void
  /** Checks the current key. Does nothing while a check is in progress or without a key. */
  checkAgain(): void
  /** Links the refused key to this computer instead of another one, if the service offers that. */
  moveHere(): void
  /** Call it when the service may be reachable. Asks it again for an offer that it did not answer. */
  askForOffer(): void
  /** Starts the trial that the view offers. During a trial, the same device gets the same key. */
  startTrial(): void
  /** The computers of the license in use, or of the refused key. */
  devices(): Promise<DevicesView>
  /**
   * Releases a computer of the last list. Another one of the refused key: checks the key again.
   * This one: erases its license and locks the product.
   */
  releaseDevice(id: string): Promise<DevicesView>
  /** Names this computer. Empty: removes its name. */
  nameDevice(name: string): Promise<DevicesView>
  /** Only after `device-unsure`: registers this computer as a new device and checks the key. */
  acceptDevice(): Promise<void>
  /** Deletes the key on this device. At the service the key stays linked to this device. */
  forget(): void
  /** Call it after the computer woke up. */
  resumed(sleptSeconds: number): void
  /** The key of the license in use. SECURITY: never send it to a window. */
  licensedKey(): LicenseKey | undefined
  /** The last four letters of the current key, for support. */
  keyEnding(): string | undefined
  /** What would encrypt a key that is stored now. */
  wouldBeStoredBy(): StoredBy
  rememberPolicy(): RememberPolicy
  /** Resolves when the policy is written. */
  setRememberPolicy(policy: RememberPolicy): Promise<void>
  /** Resolves when all pending writes are finished. */
  settled(): Promise<void>
}

export interface Identified {
  readonly id: DeviceId
  /** The stored device ID could not be confirmed. SECURITY: a key is never checked with this ID. */
  readonly provisional: boolean
  readonly strength: DeviceStrength
}

export interface GateDevice {
  identify(): Promise<Identified>
  /** Reads the facts of the computer again. */
  identifyAgain(): Promise<Identified>
  /** Stores the provisional ID as the ID of this computer. */
  adopt(): Promise<void>
}

export interface GateParts {
  readonly exchange: KeyExchange
  readonly device: GateDevice
  readonly store: LicenseStore
  readonly clock: Clock
  readonly schedule: Schedule
  /** The length of the grace period after the last verified answer. 0 disables it. */
  readonly graceSeconds: number
  /** A stored license opens the product only after a check. */
  readonly isCheckFirst: boolean
  /** Keys of another form are checked by their alias. Otherwise such a text is no key. */
  readonly takesOtherKeys?: boolean
  /** The gate offers a trial, if the service does. */
  readonly hasTrials: boolean
  /**
   * When this version of the app was built: Unix seconds. Default: unknown. A perpetual license then
   * ends as any other.
   */
  readonly builtAt?: number | undefined
  /**
   * The first page is visible, or should be. A check behind an open product waits for it, and so does
   * the request for an offer, because sending delays the first paint.
   */
  readonly isProductShown: Promise<unknown>
  /** Undefined in an app without public keys. */
  readonly offline?: OfflineLicensing | undefined
}

/**
 * Delay of the check after a wake-up. The network is not available immediately, and a check that
 * fails for that reason could close the product.
 */
export const WAKE_SETTLE_MS = 5_000
/** Interval of storing the time, which lets the next start detect a clock that was set back. */
export const STORE_TIME_EVERY_MS = 300_000
/**
 * Each stored time includes the time until the next one, so that an app that is killed has used it.
 * One minute more, because timers can be late.
 */
const RESERVE_SECONDS = STORE_TIME_EVERY_MS / 1000 + 60

const DEVICE_UNSURE: FailureView = { kind: 'device-unsure', details: [] }
const BUSY: UnreachableView = {
  kind: 'unreachable',
  failure: { kind: 'timed-out', details: ['A check is in progress.'] },
}

const statusName = ({ status }: GateState): string =>
  status.kind === 'licensed' ? status.source : status.kind
const hasStatusChanged = (before: GateState, after: GateState): boolean =>
  statusName(before) !== statusName(after)

/** Runs the effects of the state machine and dispatches their results as events. */
export function createGate(parts: GateParts): Gate {
  const { exchange, device, store, schedule, graceSeconds, isCheckFirst, hasTrials, offline } = parts
  const { builtAt = Number.POSITIVE_INFINITY } = parts
  const time = createTrustedClock(parts.clock)
  const listeners = new Set<(view: LicenseView) => void>()
  let state = initialState(store.storedBy())
  let controller = new AbortController()
  let cancelTimer = (): void => {}
  let cancelWaking = (): void => {}
  let sleptSeconds = 0
  const queue: GateEvent[] = []
  let isDispatching = false
  let lastWrite: Promise<void> = Promise.resolve()
  /** The last write succeeded, or none was needed. */
  let isWritten = true
  /** The proof that the next start may load. */
  let proofOnDisk: ReturnType<typeof evidenceOf>
  /** The user removed the key while it was being loaded. */
  let isForgotten = false
  /** Of the license in use, or the last one. */
  let features: readonly string[] = []

  const context = (): TransitionContext => ({
    now: time.now(),
    isClockSetBack: time.isSetBack(),
    isTimeStored: isWritten || (state.stored !== undefined && evidenceOf(state.stored) !== proofOnDisk),
    graceSeconds,
    isCheckFirst,
    builtAt,
    hasTrials,
  })
  const view = (): LicenseView => toLicenseView(state, context())

  /**
   * Queues events that a listener causes, because listeners must receive the views in order. In
   * Electron even sending a message can run other tasks before it returns.
   */
  function dispatch(event: GateEvent): void {
    queue.push(event)
    if (isDispatching) return
    isDispatching = true
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) apply(next)
    } finally {
      isDispatching = false
    }
  }

  function apply(event: GateEvent): void {
    const before = state
    const [next, effects] = transition(state, event, context())
    state = next
    if (state.status.kind === 'licensed') features = state.status.proof.license.features ?? []
    for (const effect of effects) runEffect(effect)
    const isTimeStoredAlready = event.kind === 'store-opened' || effects.some(({ kind }) => kind === 'save')
    if (hasStatusChanged(before, state) && !isTimeStoredAlready) storeTime()
    setTimer()
    if (state !== before) for (const listener of listeners) listener(view())
  }

  function runEffect(effect: Effect): void {
    switch (effect.kind) {
      case 'load':
        isForgotten = false
        void load()
        return
      case 'check':
        controller = new AbortController()
        void check(effect.attempt, controller.signal)
        return
      case 'ask-for-offer':
        void askForOffer()
        return
      case 'abort':
        controller.abort()
        return
      case 'save':
        save(effect.stored)
        return
      case 'erase-proof':
        eraseProof(effect.stored)
        return
      case 'erase':
        isForgotten = true
        lastWrite = store.erase()
        return
    }
  }

  function save(stored: StoredLicense): void {
    lastWrite = store.save(stored, time.mark(RESERVE_SECONDS)).then((by) => {
      noteWritten(stored, by !== 'nothing' || store.policy() === 'ask-every-time')
      dispatchSaved(by)
    })
  }

  /** Keeps the sealed key as it is, because a keyring may not be able to seal it again. */
  function eraseProof(stored: StoredLicense): void {
    lastWrite = store.saveTime(stored, time.mark(RESERVE_SECONDS)).then((isErased) => {
      noteWritten(stored, isErased)
      dispatch({ kind: 'proof-erased' })
    })
  }

  /** Stores the current time with the proof. */
  function storeTime(): void {
    const { stored } = state
    if (stored === undefined || evidenceOf(stored) === undefined) return
    if (evidenceOf(stored) !== proofOnDisk) {
      // The proof itself could not be written earlier.
      save(stored)
      return
    }
    lastWrite = store
      .saveTime(stored, time.mark(RESERVE_SECONDS))
      .then((isStored) => noteWritten(stored, isStored))
  }

  function noteWritten(stored: StoredLicense, isOnDisk: boolean): void {
    isWritten = isOnDisk
    if (isOnDisk) proofOnDisk = evidenceOf(stored)
    else dispatch({ kind: 'time-passed' })
  }

  function dispatchSaved(by: StoredBy): void {
    if (by !== state.storedBy) dispatch({ kind: 'saved', by })
  }

  /** Reads the facts a second time before the computer is reported as not recognised. */
  async function identify(): Promise<Identified> {
    const first = await device.identify()
    return first.provisional ? device.identifyAgain() : first
  }

  async function load(): Promise<void> {
    const { provisional } = await identify()
    const { time: mark, ...opened } = await store.open()
    if (isForgotten) return
    if (mark !== undefined) time.restore(mark)
    const { stored } = opened
    proofOnDisk = evidenceOf(stored)
    // SECURITY: the time must be stored before a stored proof can open the product.
    isWritten =
      stored !== undefined &&
      proofOnDisk !== undefined &&
      (await store.saveTime(stored, time.mark(RESERVE_SECONDS)))
    if (isForgotten) return
    dispatch({ kind: 'store-opened', ...opened, ...(provisional && { deviceUnsure: DEVICE_UNSURE }) })
  }

  async function check({ id, key, use }: Attempt, signal: AbortSignal): Promise<void> {
    let answer: CheckAnswer
    try {
      const { id: deviceId, strength, provisional } = await identify()
      if (state.status.kind === 'licensed') await parts.isProductShown
      if (signal.aborted) return
      const options = {
        signal,
        onPhase: (phase: 'connect' | 'check') => dispatch({ kind: 'phase-changed', attemptId: id, phase }),
      }
      const outcome = provisional
        ? ({ kind: 'failed', failure: DEVICE_UNSURE } as const)
        : key === undefined || use === 'trial'
          ? await exchange.startTrial({ deviceId, strength }, options)
          : await exchange.check(key, deviceId, { use, ...options })
      if (outcome.kind === 'cancelled') return
      answer = outcome
    } catch (error) {
      // A bug or a broken computer. Report a failure, or the window would wait for ever.
      answer = failed('outcome-unknown', [error instanceof Error ? error.name : 'unexpected'])
    }
    if (answer.kind === 'valid') time.synchronise(answer.serviceTime)
    // SECURITY: the time must be stored before a stored proof can start a grace period.
    if (answer.kind === 'failed') {
      storeTime()
      await settled()
    }
    dispatch({ kind: 'check-finished', attemptId: id, answer })
  }

  async function askForOffer(): Promise<void> {
    await parts.isProductShown
    const answer = await exchange.offer()
    const isOffered =
      answer.kind === 'valid' && (answer.weakDevices || (await device.identify()).strength !== 'weak')
    dispatch({
      kind: 'offer-answered',
      offer: isOffered ? { days: answer.days } : answer.kind === 'failed' ? 'unanswered' : 'none',
    })
  }

  /** Sets the timer for the next timed event, or for storing the time if that is earlier. */
  function setTimer(): void {
    cancelTimer()
    cancelTimer = () => {}
    if (evidenceOf(state.stored) === undefined) return
    const next = nextTimedEventAt(state, context())
    const untilNextMs = next === undefined ? STORE_TIME_EVERY_MS : Math.max(0, (next - time.now()) * 1000)
    cancelTimer = schedule.after(Math.min(untilNextMs, STORE_TIME_EVERY_MS), () => {
      storeTime()
      dispatch({ kind: 'time-passed' })
    })
  }

  /** The key in this text, or the current one if it is empty. */
  function keyIn(text: string): LicenseKey | undefined {
    return text.trim() === '' ? currentKey(state) : readKey(text)
  }

  function readKey(text: string): LicenseKey | undefined {
    if (parts.takesOtherKeys === true) return readAnyKey(text)?.key
    const entered = text.trim()
    return isLicenseKey(entered) ? entered : undefined
  }

  async function requestFile(text: string): Promise<OfflineRequestView> {
    const key = keyIn(text)
    if (key === undefined || offline === undefined) return { kind: 'no-key' }
    const { id, provisional } = await identify()
    if (provisional) return { kind: 'device-unsure' }
    dispatch({ kind: 'file-requested', key })
    return { kind: 'request', text: offline.request(key, id, Math.floor(parts.clock.wallSeconds())) }
  }

  async function openFile(file: string, text: string): Promise<OfflineFileView> {
    const key = keyIn(text)
    if (key === undefined || offline === undefined) return { kind: 'no-key' }
    const { id, provisional } = await identify()
    if (provisional) return { kind: 'device-unsure' }
    const verdict = await offline.verify(file, key, id, time.now())
    if (verdict.kind !== 'valid') return { kind: verdict.kind }
    if (notCovered(verdict.offline.proof.license, context())) return { kind: 'version-not-covered' }
    const endedAt = state.stored?.key === key ? state.stored.offlineEndedAt : undefined
    if (verdict.offline.proof.checkedAt <= (endedAt ?? -1)) return { kind: 'ended' }
    if (isBusy(state)) return { kind: 'busy' }
    dispatch({ kind: 'file-accepted', key, offline: verdict.offline })
    return { kind: 'accepted' }
  }

  const linkedDevices = createLinkedDevices({
    exchange,
    identify,
    currentKey: () => (state.status.kind === 'licensed' ? state.stored?.key : state.refusedKey),
  })

  async function releaseDevice(id: string): Promise<DevicesView> {
    const isThis = linkedDevices.isThis(id) && state.status.kind === 'licensed'
    if (isThis) {
      dispatch({ kind: 'release-started' })
      if (state.releasing === undefined) return BUSY
      await settled()
    }
    const view = await linkedDevices.release(id)
    const isReleased = view.kind === 'devices'
    if (isThis) dispatch({ kind: 'release-finished', isReleased })
    else if (isReleased) dispatch({ kind: 'device-released' })
    return view
  }

  async function settled(): Promise<void> {
    for (let seen: unknown; seen !== lastWrite; ) {
      seen = lastWrite
      await lastWrite
    }
  }

  return {
    view,
    isLicensed: () => state.status.kind === 'licensed',
    hasFeature: (name) => features.includes(name),
    updatesUntil: () => licenseOf(state)?.updatesUntil,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => dispatch({ kind: 'started', mayHaveKey: store.mayHaveKey() }),
    mayOpenAtOnce: () => state.isLoading && !isCheckFirst && graceSeconds > 0,
    activate: (text) => dispatch({ kind: 'key-entered', key: readKey(text) }),
    takesFiles: offline !== undefined,
    requestFile,
    openFile,
    cancel: () => dispatch({ kind: 'cancelled' }),
    checkAgain: () => dispatch({ kind: 'check-requested' }),
    moveHere: () => dispatch({ kind: 'move-requested' }),
    askForOffer: () => dispatch({ kind: 'offer-wanted' }),
    startTrial: () => dispatch({ kind: 'trial-requested' }),
    devices: linkedDevices.list,
    releaseDevice,
    nameDevice: linkedDevices.nameThis,
    async acceptDevice() {
      if (!isDeviceUnsure(state)) return
      await device.adopt()
      dispatch({ kind: 'device-accepted' })
    },
    forget: () => dispatch({ kind: 'forgotten' }),
    resumed(seconds) {
      time.resumed(seconds)
      storeTime()
      exchange.forgetSync()
      // Some systems report one wake-up as two. Check the license only once.
      sleptSeconds += seconds
      cancelWaking()
      cancelWaking = schedule.after(WAKE_SETTLE_MS, () => {
        const event: GateEvent = { kind: 'resumed', sleptSeconds }
        sleptSeconds = 0
        dispatch(event)
      })
    },
    licensedKey: () => (state.status.kind === 'licensed' ? state.stored?.key : undefined),
    keyEnding: () => currentKey(state)?.slice(-4),
    wouldBeStoredBy: () => store.storedBy(),
    rememberPolicy: () => store.policy(),
    setRememberPolicy(policy) {
      lastWrite = store.setPolicy(policy).then(() => {
        if (policy === 'remember' && state.stored !== undefined) save(state.stored)
        else dispatchSaved(store.storedBy())
      })
      return settled()
    },
    settled,
  }
}
