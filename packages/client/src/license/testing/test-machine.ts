import { createHash } from 'node:crypto'
import {
  CLIENT_NONCE_HEADER,
  type DeviceStrength,
  type LicenseFields,
  type LicenseKey,
  type OfferRecord,
  type PublicKeys,
  type SharedSecrets,
  signResponse,
} from '@latchkey/protocol'
import type { ExchangeSettings } from '../exchange-settings.ts'
import { createGate } from '../gate.ts'
import type { Gate } from '../gate-parts.ts'
import { createKeyExchange } from '../key-exchange.ts'
import { createOfflineLicensing } from '../offline-license.ts'
import { createDeviceSealer, type Sealer } from '../sealer.ts'
import type { NodeRequest } from '../signed-answer.ts'
import { createLicenseStore, type LicenseStore, type LicenseStoreParts } from '../store.ts'
import type { GetRequest, GetResult, Transport } from '../transport.ts'
import { createManualTime, type ManualTime } from './manual-time.ts'
import { signatureOf } from './signed.ts'
import { DEVICE_ID, SECRETS, SETTINGS, TRIAL_KEY, useOf } from './test-service.ts'

/** How the service answers the next checks. */
export type ServiceMode =
  | { readonly kind: 'valid'; readonly expiresAt: number | 'never'; readonly fields?: LicenseFields }
  /**
   * The service refuses the key, or with `fields` the device. It refuses requests about devices,
   * too.
   */
  | {
      readonly kind: 'refused'
      readonly fields?: LicenseFields
      readonly code?: string
      readonly clockAheadSeconds?: number
    }
  /** The network is down: no request is sent. */
  | { readonly kind: 'offline' }
  /** An attacker without the secrets answers KEY_VALID. */
  | { readonly kind: 'forged' }
  | { readonly kind: 'garbage' }
  /** Receives the check, and answers only after `answerHeldChecks`. */
  | { readonly kind: 'silent' }

/**
 * A computer with the app, and its service. Only the network, the disk and the clocks are
 * simulated. The app can be started, killed and started again.
 */
export interface TestMachine {
  readonly time: ManualTime
  serviceMode: ServiceMode
  /** Unix seconds of the service's clock. It also runs during sleep, and cannot be set. */
  serviceTime(): number
  /** Answers the checks that wait for an answer, in the present mode. */
  answerHeldChecks(): void
  /** Checks and moves that arrived at the service. */
  executions(): number
  /** The requests that arrived at the service, without syncs. */
  readonly requests: NodeRequest['use'][]
  /** What the service answers when a trial is asked for. Undefined: it offers none. */
  offer: OfferRecord | undefined
  /** Unix seconds: the end of the trial of this device, which was started. */
  trialEndsAt: number | undefined
  /** The vendor has made a usual key of its key. */
  isBought: boolean
  /** The code of the answer to a request to the owner. */
  owner: string
  /** The devices of the key, if the service is asked for them. */
  linked: { readonly id: string; readonly isThis: boolean; name: string }[]
  /** The content of the license file. `isBroken` makes every write fail. */
  readonly disk: { content: Record<string, unknown> | undefined; isBroken: boolean }
  /** The secret of the device sealer is derived from it. Other machines have another value. */
  deviceSeed: string
  /** Too few facts can be read to recognise this machine. */
  hasTooFewFacts: boolean
  keyring: Sealer
  isCheckFirst: boolean
  /** 0: never. */
  checkEverySeconds: number
  takesOtherKeys: boolean
  /** When the app was built that is started next: Unix seconds. */
  builtAt: number | undefined
  /** The app's setting. */
  hasTrials: boolean
  strength: DeviceStrength
  isProductShown: Promise<void>
  /** Returns a number from 0 to 1. */
  random: () => number
  /** The app's public keys. The service signs every answer, also for an app without them. */
  publicKeys: PublicKeys | undefined
  store(seed?: () => string): LicenseStore
  /** Starts the app, and returns before anything is loaded. */
  start(): Gate
  /** Starts the app, and waits until its start is finished. */
  launch(): Promise<Gate>
  /** Ends the app without notice. */
  kill(): void
  sleep(seconds: number, gate: Gate): Promise<void>
  pass(seconds: number, gate: Gate): Promise<void>
  /** Waits until nothing is in progress, except a request that is never answered. */
  settle(gate: Gate): Promise<void>
}

export const GRACE_SECONDS = 72 * 3600

export const NO_KEYRING: Sealer = {
  kind: 'keyring',
  isAvailable: () => false,
  seal: () => Promise.reject(new Error('There is no keyring.')),
  open: async () => undefined,
}

export function createTestMachine(): TestMachine {
  const time = createManualTime()
  // The service's clock is the computer's clock without the changes by `setWall`.
  let wallSetBy = 0
  const setWall = time.setWall
  time.setWall = (seconds) => {
    wallSetBy += seconds - time.clock.wallSeconds()
    setWall(seconds)
  }
  let executions = 0
  let heldChecks: (() => void)[] = []

  let processId = 0
  /** The file of the current process. Writes after the end of the process are ignored. */
  const openFile = (): LicenseStoreParts['file'] => {
    const owner = processId
    return {
      read: () => JSON.stringify(machine.disk.content),
      async write(text) {
        if (owner === processId && !machine.disk.isBroken) machine.disk.content = JSON.parse(text)
        return !machine.disk.isBroken
      },
    }
  }

  const json = (
    body: unknown,
    signature: Readonly<Record<string, string>> = {},
    status = 200,
  ): GetResult => ({
    kind: 'answer',
    answer: {
      status,
      header: (name) => (name === 'content-type' ? 'application/json' : (signature[name] ?? null)),
      body: chunks(typeof body === 'string' ? body : JSON.stringify(body)),
    },
  })

  const transport: Pick<Transport, 'get'> = {
    async get({ url, headers, signal }) {
      const { serviceMode } = machine
      const nonce = headers[CLIENT_NONCE_HEADER]
      if (serviceMode.kind === 'offline') {
        return {
          kind: 'fault',
          fault: { kind: 'offline', neverSent: true, code: 'ERR_INTERNET_DISCONNECTED' },
        }
      }
      if (nonce === undefined) {
        return json({ st: Math.floor(machine.serviceTime()), cf: '', nodes: ['https://node.example/'] })
      }
      const use = useOf(url) ?? 'check'
      machine.requests.push(use)
      if (use === 'check' || use === 'move' || use === 'trial') executions++
      if (use === 'offer') return answerOffer(url, headers)
      if (serviceMode.kind !== 'silent') return answer(nonce, url, headers)
      return await new Promise<GetResult>((resolve) => {
        heldChecks.push(() => resolve(answer(nonce, url, headers)))
        signal.addEventListener('abort', () => resolve(fault('aborted')))
      })
    },
  }

  const fault = (kind: 'aborted' | 'interrupted'): GetResult => ({
    kind: 'fault',
    fault: { kind, neverSent: false, code: kind },
  })

  /** What the service answers to a request to the owner, or about its status. */
  const answerOwner = (): object => ({
    code: machine.owner,
    message: '',
    ...(machine.owner === 'OWNER_ASKED' && { words: ['tiger', 'lamp'], until: 1_900_000_000 }),
  })

  const LISTS = { devices: 'DEVICES_LISTED', release: 'DEVICE_RELEASED', name: 'DEVICE_NAMED' }

  /** What the service does about devices. */
  function manage(use: keyof typeof LISTS, query: URLSearchParams): object {
    if (use === 'release') machine.linked = machine.linked.filter(({ id }) => id !== query.get('device'))
    for (const own of machine.linked) if (use === 'name' && own.isThis) own.name = query.get('name') ?? ''
    const devices = machine.linked.map(({ id, isThis, name }) => ({
      ...{ id, name, linked_at: 1_700_000_000, used_at: 0, is_this: isThis },
    }))
    return { code: LISTS[use], message: '', devices }
  }

  function answerOffer(url: string, headers: GetRequest['headers']): GetResult {
    const { serviceMode, offer } = machine
    if (serviceMode.kind === 'garbage') return json('{')
    if (offer === undefined) return json({ code: 'TRIAL_NOT_OFFERED', message: '' }, {}, 404)
    const text = JSON.stringify(offer)
    const created = Math.floor(machine.serviceTime())
    return json(text, serviceMode.kind === 'forged' ? {} : signatureOf(url, headers, text, created))
  }

  /** Starts the trial of this device, or goes on with it. Why not, if it cannot. */
  function refusalOfTrial(): string | undefined {
    if (machine.offer === undefined) return 'TRIAL_NOT_OFFERED'
    if (machine.strength === 'weak' && !machine.offer.weak_devices) return 'TRIAL_DEVICE_WEAK'
    const now = Math.floor(machine.serviceTime())
    machine.trialEndsAt ??= now + machine.offer.trial_days * 86_400
    return now < machine.trialEndsAt ? undefined : 'TRIAL_USED'
  }

  /** The answer to a request that arrived. */
  function answer(nonce: string, url: string, headers: GetRequest['headers']): GetResult {
    const { serviceMode } = machine
    const use = useOf(url) ?? 'check'
    const signed = (body: object, fields?: LicenseFields, trialKey?: LicenseKey): GetResult => {
      const text = JSON.stringify(body)
      const { clockAheadSeconds = 0 } = serviceMode.kind === 'refused' ? serviceMode : {}
      const created = Math.floor(machine.serviceTime()) + clockAheadSeconds
      return json(text, signatureOf(url, headers, text, created, { ...(fields && { fields }), trialKey }))
    }
    const valid = (expiresAt: number, secrets: SharedSecrets = SECRETS) => ({
      code: 'KEY_VALID',
      message: '',
      data: { note: 'n', total_executions: executions, auth_expire: expiresAt },
      signature: signResponse(nonce, 'KEY_VALID', secrets),
    })
    if (use === 'ask-owner' || use === 'ask-status') {
      return serviceMode.kind === 'forged' ? json(answerOwner()) : signed(answerOwner())
    }
    const isList = use === 'devices' || use === 'release' || use === 'name'
    const ofTrial = use === 'trial' || (!isList && url.includes(`key=${TRIAL_KEY}`) && !machine.isBought)
    if (serviceMode.kind === 'valid' && ofTrial) {
      const code = refusalOfTrial()
      const fields = { isTrial: true } as const
      if (code === undefined) {
        return signed(valid(machine.trialEndsAt ?? 0), fields, use === 'trial' ? TRIAL_KEY : undefined)
      }
      return use === 'trial'
        ? signed({ code, message: '' })
        : signed({ code: 'KEY_EXPIRED', message: '' }, fields)
    }
    switch (serviceMode.kind) {
      case 'valid':
      case 'forged': {
        const expiry = serviceMode.kind === 'valid' ? serviceMode.expiresAt : 'never'
        const isForged = serviceMode.kind === 'forged'
        // For an app with public keys, the right secrets are not enough.
        const secrets = isForged && machine.publicKeys === undefined ? (['x', 'y', 'z'] as const) : SECRETS
        const { fields } = serviceMode.kind === 'valid' ? serviceMode : {}
        const send = (body: object) => (isForged ? json(body) : signed(body, fields))
        if (isList) return send(manage(use, new URL(url).searchParams))
        return send(valid(expiry === 'never' ? -1 : expiry, secrets))
      }
      case 'refused': {
        const { fields, code = 'KEY_BANNED' } = serviceMode
        return fields === undefined
          ? signed({ code, message: 'Banned.' })
          : signed({ code: 'KEY_HWID_LOCKED', message: '' }, fields)
      }
      case 'garbage':
        return json('{"code":"KEY_VALID"')
      case 'offline':
      case 'silent':
        return fault('interrupted')
    }
  }

  const machine: TestMachine = {
    time,
    serviceMode: { kind: 'offline' },
    serviceTime: () => time.clock.wallSeconds() - wallSetBy,
    answerHeldChecks() {
      for (const answerOne of heldChecks) answerOne()
      heldChecks = []
    },
    executions: () => executions,
    requests: [],
    owner: 'OWNER_ASKED',
    linked: [],
    disk: { content: undefined, isBroken: false },
    deviceSeed: 'this machine',
    offer: undefined,
    trialEndsAt: undefined,
    isBought: false,
    hasTooFewFacts: false,
    keyring: NO_KEYRING,
    isCheckFirst: false,
    checkEverySeconds: 0,
    takesOtherKeys: false,
    builtAt: 0,
    hasTrials: false,
    strength: 'strong',
    isProductShown: Promise.resolve(),
    random: Math.random,
    publicKeys: undefined,
    store: (seed = () => machine.deviceSeed) =>
      createLicenseStore({
        file: openFile(),
        keyring: machine.keyring,
        device: createDeviceSealer(async () => createHash('sha256').update(seed()).digest()),
        settings: settingsOf(machine),
        identify: async () => ({ id: DEVICE_ID }),
        offline: offlineOf(machine),
      }),
    start() {
      let provisional = machine.hasTooFewFacts
      const identified = async () => ({ id: DEVICE_ID, provisional, strength: machine.strength })
      const exchange = createKeyExchange({
        fetch: { ...transport, post: transport.get },
        clock: time.clock,
        schedule: time.schedule,
        random: (below) => Math.floor(Math.random() * below),
        settings: settingsOf(machine),
      })
      const gate = createGate({
        exchange,
        device: {
          identify: identified,
          identifyAgain() {
            provisional = machine.hasTooFewFacts
            return identified()
          },
          async adopt() {
            if (provisional) machine.deviceSeed += ' adopted'
            machine.hasTooFewFacts = false
            provisional = false
          },
        },
        store: machine.store(() => (provisional ? 'something else' : machine.deviceSeed)),
        clock: time.clock,
        schedule: time.schedule,
        graceSeconds: GRACE_SECONDS,
        isCheckFirst: machine.isCheckFirst,
        checkEverySeconds: machine.checkEverySeconds,
        random: (below) => Math.floor(machine.random() * below),
        takesOtherKeys: machine.takesOtherKeys,
        builtAt: machine.builtAt,
        hasTrials: machine.hasTrials,
        isProductShown: machine.isProductShown,
        offline: offlineOf(machine),
      })
      gate.start()
      return gate
    },
    async launch() {
      const gate = machine.start()
      await machine.settle(gate)
      return gate
    },
    kill() {
      time.dropTimers()
      heldChecks = []
      processId++
    },
    async sleep(seconds, gate) {
      time.sleep(seconds)
      gate.resumed(seconds)
      await machine.settle(gate)
    },
    async pass(seconds, gate) {
      // Stops at every timer, so that its effects are finished before the next one.
      let left = seconds
      for (
        let next = time.untilNextTimer();
        next !== undefined && next <= left;
        next = time.untilNextTimer()
      ) {
        time.pass(next)
        left -= next
        await machine.settle(gate)
      }
      time.pass(left)
      await machine.settle(gate)
    },
    async settle(gate) {
      for (let rounds = 0; rounds < 3; ) {
        await new Promise((resolve) => setImmediate(resolve))
        const view = gate.view()
        const isBusy = view.kind === 'checking' || (view.kind === 'licensed' && view.isChecking)
        rounds += isBusy && machine.serviceMode.kind !== 'silent' ? 0 : 1
      }
      await gate.settled()
    },
  }
  return machine
}

const settingsOf = ({ publicKeys }: TestMachine): ExchangeSettings => ({
  ...SETTINGS,
  ...(publicKeys && { publicKeys }),
})

const offlineOf = (machine: TestMachine) =>
  createOfflineLicensing(settingsOf(machine), (below) => Math.floor(Math.random() * below))

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
