import { isLicenseKey, type LicenseKey, readAnyKey } from '@latchkey/protocol'
import { failed } from './failures.ts'
import { createFileActivation } from './file-activation.ts'
import type { Gate, GateParts, Identified } from './gate-parts.ts'
import {
  currentKey,
  evidenceOf,
  initialState,
  isAsking,
  isDeviceUnsure,
  licenseOf,
  transition,
} from './gate-state.ts'
import type { Attempt, Effect, GateEvent, GateState, TransitionContext } from './gate-types.ts'
import { nextTimedEventAt, toLicenseView } from './gate-view.ts'
import { createHistoryKeeper } from './history-keeper.ts'
import type { DevicesView, FailureView, LicenseView, UnreachableView } from './license-view.ts'
import { createLicenseWriter, STORE_TIME_EVERY_MS } from './license-writer.ts'
import { createLinkedDevices } from './linked-devices.ts'
import { createOwnerRequests } from './owner-requests.ts'
import { isAboutKey } from './refusal-codes.ts'
import type { CheckAnswer } from './send-request.ts'
import { createTrustedClock } from './trusted-clock.ts'

/**
 * Delay of the check after a wake-up. The network is not available immediately, and a check that
 * fails for that reason could close the product.
 */
export const WAKE_SETTLE_MS = 5_000
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
  const { checkEverySeconds: everySeconds } = parts
  const slotSeconds = everySeconds > 0 ? parts.random(Math.ceil(everySeconds)) : 0
  const listeners = new Set<(view: LicenseView) => void>()
  let state = initialState(store.storedBy())
  let controller = new AbortController()
  let cancelTimer = (): void => {}
  let cancelWaking = (): void => {}
  let sleptSeconds = 0
  const queue: GateEvent[] = []
  let isDispatching = false
  /** The user removed the key while it was being loaded. */
  let isForgotten = false
  /** Features of the license in use, or of the last one. */
  let features: readonly string[] = []

  const context = (): TransitionContext => ({
    now: time.now(),
    isClockSetBack: time.isSetBack(),
    isTimeStored: writer.isTimeStored(state.stored),
    graceSeconds,
    isCheckFirst,
    builtAt,
    hasTrials,
    regularChecks: { everySeconds, slotSeconds },
  })
  const view = (): LicenseView => toLicenseView(state, context())
  const history = createHistoryKeeper({ store, time, stored: () => state.stored })
  const writer = createLicenseWriter({ store, time, ended: history.ended, dispatch, current: () => state })

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
    if (hasStatusChanged(before, state) && !isTimeStoredAlready) writer.storeTime()
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
      case 'ask-owner':
        void askOwner(effect.id, effect.key, effect.name)
        return
      case 'abort':
        controller.abort()
        return
      case 'save':
        writer.save(effect.stored)
        return
      case 'erase-proof':
        writer.eraseProof(effect.stored)
        return
      case 'erase':
        isForgotten = true
        writer.erase(history.isKnown())
        return
    }
  }

  /** Reads the facts a second time before the computer is reported as not recognised. */
  async function identify(): Promise<Identified> {
    const first = await device.identify()
    return first.provisional ? device.identifyAgain() : first
  }

  async function load(): Promise<void> {
    const { provisional } = await identify()
    const { history: left, ...opened } = await store.open()
    // On another computer it cannot be opened, and this one may be recognised later.
    if (!provisional) history.take(left)
    if (isForgotten) return
    // SECURITY: the time must be stored before a stored proof can open the product.
    await writer.opened(opened.stored)
    if (isForgotten) return
    dispatch({ kind: 'store-opened', ...opened, ...(provisional && { deviceUnsure: DEVICE_UNSURE }) })
  }

  async function check({ id, key, use }: Attempt, signal: AbortSignal): Promise<void> {
    let answer: CheckAnswer
    try {
      const { id: deviceId, strength, provisional } = await identify()
      if (!provisional) await history.recall()
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
    const refusal = answer.kind === 'refused' && isAboutKey(answer.code) ? answer : undefined
    // SECURITY: the time must be stored before a stored proof can start a grace period.
    if (answer.kind !== 'valid' && refusal === undefined) {
      writer.storeTime()
      await writer.settled()
    }
    const endedAt = refusal?.serviceTime
    if (endedAt !== undefined && key !== undefined) history.endFilesOf(key, endedAt)
    dispatch({ kind: 'check-finished', attemptId: id, answer })
    // The refusal of another key than the stored one writes no license.
    if (endedAt !== undefined && key !== state.stored?.key) writer.storeHistory()
  }

  async function askForOffer(): Promise<void> {
    await parts.isProductShown
    const answer = await exchange.offer()
    if (answer.kind !== 'valid') {
      return dispatch({ kind: 'offer-answered', offer: answer.kind === 'failed' ? 'unanswered' : 'none' })
    }
    const { days, weakDevices } = answer
    const isTooWeak = !weakDevices && (await device.identify()).strength === 'weak'
    dispatch({ kind: 'offer-answered', offer: isTooWeak ? 'weak-device' : { days } })
  }

  /** Sets the timer for the next timed event, or for storing the time if that is earlier. */
  function setTimer(): void {
    cancelTimer()
    cancelTimer = () => {}
    if (evidenceOf(state.stored) === undefined && !writer.mustErase(state.stored)) return
    const next = nextTimedEventAt(state, context())
    const untilNextMs = next === undefined ? STORE_TIME_EVERY_MS : Math.max(0, (next - time.now()) * 1000)
    cancelTimer = schedule.after(Math.min(untilNextMs, STORE_TIME_EVERY_MS), () => {
      writer.storeTime()
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

  const files = createFileActivation({
    offline,
    clock: parts.clock,
    identify,
    recall: history.recall,
    ended: history.ended,
    storeHistory: writer.storeHistory,
    keyIn,
    context,
    current: () => state,
    dispatch,
  })
  const askOwner = createOwnerRequests({
    exchange,
    identify,
    schedule,
    dispatch,
    isAsking: (id) => isAsking(state) && state.lastAttemptId === id,
  })
  const linkedDevices = createLinkedDevices({
    exchange,
    identify,
    currentKey: () => (state.status.kind === 'licensed' ? state.stored?.key : state.refusedKey),
  })

  async function releaseDevice(id: string): Promise<DevicesView> {
    const isThis = linkedDevices.isThis(id) && state.status.kind === 'licensed'
    // SECURITY: before the request, as the proof. A released computer has no license file either.
    const takeBack =
      isThis && state.stored !== undefined ? history.endFilesOf(state.stored.key, time.now()) : () => {}
    if (isThis) {
      dispatch({ kind: 'release-started' })
      if (state.releasing === undefined) {
        takeBack()
        return BUSY
      }
      await writer.settled()
    }
    const view = await linkedDevices.release(id)
    const isReleased = view.kind === 'devices'
    if (!isReleased) takeBack()
    if (isThis) dispatch({ kind: 'release-finished', isReleased })
    else if (isReleased) dispatch({ kind: 'device-released' })
    return view
  }

  return {
    view,
    isLicensed: () => state.status.kind === 'licensed',
    hasFeature: (name) => features.includes(name),
    updatesUntil: () => licenseOf(state)?.updatesUntil,
    async updateAccess(isRefused) {
      const key = currentKey(state) ?? state.refusedKey
      if (key === undefined) return {}
      const { id, provisional } = await device.identify()
      return provisional ? { problem: 'device-unsure' } : exchange.updateAccess(key, id, isRefused)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => dispatch({ kind: 'started', mayHaveKey: store.mayHaveKey() }),
    mayOpenAtOnce: () => state.isLoading && !isCheckFirst && graceSeconds > 0,
    activate: (text) => dispatch({ kind: 'key-entered', key: readKey(text) }),
    takesFiles: offline !== undefined,
    requestFile: files.request,
    openFile: files.open,
    cancel: () => dispatch({ kind: 'cancelled' }),
    checkAgain: () => dispatch({ kind: 'check-requested' }),
    moveHere: () => dispatch({ kind: 'move-requested' }),
    askOwner: (name) => dispatch({ kind: 'owner-wanted', name }),
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
      writer.storeTime()
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
    setRememberPolicy: writer.setPolicy,
    settled: writer.settled,
  }
}
