import {
  keyFingerprint,
  type LicenseKey,
  type OfflineLicense,
  privateKeyOf,
  signOfflineLicense,
} from '@latchkey/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Gate } from './gate-parts.ts'
import { isLongRun, SEED } from './testing/seeded-random.ts'
import { PUBLIC_KEYS, SIGNING_KEY } from './testing/signed.ts'
import { createTestMachine, GRACE_SECONDS, type TestMachine } from './testing/test-machine.ts'
import { DEVICE_ID, KEY, OTHER_KEY } from './testing/test-service.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const RUNS = isLongRun ? 3000 : 30

const VALID = { kind: 'valid', expiresAt: 'never' } as const
const signer = { keyId: SIGNING_KEY.id, privateKey: privateKeyOf(SIGNING_KEY) }

interface File {
  readonly key: LicenseKey
  readonly text: string
}

/**
 * What was verified when, written apart from the code: for each key the order and the times of its
 * answers, and the latest date that the app has surely seen.
 */
interface Oracle {
  answers: { readonly key: string; readonly at: number; readonly isValid: boolean }[]
  known: number
  /** The service's clock minus this computer's date, at the last valid answer. */
  offset: number
}

interface World {
  readonly machine: TestMachine
  gate: Gate
  readonly oracle: Oracle
  readonly files: File[]
}

const opened = { file: 0, grace: 0, refusedFiles: 0 }
const dateOf = ({ machine, oracle }: World): number => machine.time.clock.wallSeconds() + oracle.offset
const see = (world: World): void => {
  world.oracle.known = Math.max(world.oracle.known, dateOf(world))
}
const endOf = (oracle: Oracle, key: string): number =>
  Math.max(-1, ...oracle.answers.filter((each) => each.key === key && !each.isValid).map(({ at }) => at))

/** The product is open only by what the oracle knows. */
function look(world: World): void {
  const { gate, oracle } = world
  const view = gate.view()
  if (view.kind !== 'licensed') return
  const key = gate.licensedKey() ?? ''
  const last = oracle.answers.findLast((each) => each.key === key)
  if (view.source === 'file') {
    opened.file++
    expect(view.checkedAt, 'a file that was issued until a refusal').toBeGreaterThan(endOf(oracle, key))
    if (!view.isChecking) expect(oracle.known, 'a file that is over').toBeLessThan(view.offlineUntil ?? 0)
  } else {
    expect(last?.isValid, 'a refusal is newer').toBe(true)
    if (view.source !== 'online') opened.grace++
    if (view.source === 'grace') expect(oracle.known).toBeLessThan((last?.at ?? 0) + GRACE_SECONDS)
  }
  see(world)
}

/** Runs what may send a check of this key, and notes the answer. */
async function answered(world: World, key: string | undefined, act: () => void | Promise<void>) {
  const { machine, oracle } = world
  const before = machine.executions()
  await act()
  await machine.settle(world.gate)
  const { serviceMode } = machine
  if (key === undefined || machine.executions() === before) return
  const at = Math.floor(machine.serviceTime())
  if (serviceMode.kind === 'valid') {
    oracle.answers.push({ key, at, isValid: true })
    oracle.known = machine.serviceTime()
    oracle.offset = machine.serviceTime() - machine.time.clock.wallSeconds()
  } else if (serviceMode.kind === 'refused' && serviceMode.code !== 'SECURITY_ERROR') {
    // An app whose date is behind cannot end files that were issued after it.
    oracle.answers.push({ key, at: Math.min(at, Math.floor(oracle.known)), isValid: false })
  }
}

async function restart(world: World, closedSeconds = 0): Promise<void> {
  const { machine } = world
  machine.kill()
  machine.time.pass(closedSeconds)
  const key = (await machine.store().open()).stored?.key
  await answered(world, key, async () => {
    world.gate = await machine.launch()
  })
}

async function issue({ machine, files }: World, key: LicenseKey, days: number): Promise<void> {
  const now = Math.floor(machine.serviceTime())
  const license: OfflineLicense = {
    ...{ appName: 'plants', fingerprint: keyFingerprint(key), deviceId: DEVICE_ID, nonce: 'n'.repeat(16) },
    ...{ issuedAt: now, notBefore: now - DAY, expiresAt: now + days * DAY },
    ...{ note: '', keyExpiresAt: -1, executions: 1 },
  }
  files.push({ key, text: await signOfflineLicense(license, signer) })
}

async function give(world: World, index: number): Promise<void> {
  const file = world.files[index % Math.max(1, world.files.length)]
  if (file === undefined) return
  const { kind } = await world.gate.openFile(file.text, file.key)
  await world.machine.settle(world.gate)
  if (kind === 'accepted' || kind === 'expired') see(world)
  if (kind === 'ended' || kind === 'expired') opened.refusedFiles++
}

const step = (name: string, act: (world: World) => Promise<void> | void): fc.AsyncCommand<object, World> => ({
  check: () => true,
  toString: () => name,
  async run(_model, world) {
    await act(world)
    await world.machine.settle(world.gate)
    look(world)
  },
})

const keyOf = (world: World): string | undefined => world.gate.licensedKey()
const KEYS = fc.constantFrom(KEY, OTHER_KEY)
const between = (min: number, max: number) => fc.integer({ min, max })

const STEPS: fc.Arbitrary<fc.AsyncCommand<object, World>>[] = [
  fc
    .tuple(KEYS, between(1, 6))
    .map(([key, days]) => step(`issue ${days}`, (world) => issue(world, key, days))),
  between(0, 9).map((index) => step(`give file ${index}`, (world) => give(world, index))),
  between(0, 9).map((index) => step(`give file ${index} again`, (world) => give(world, index))),
  KEYS.map((key) =>
    step(`enter ${key.slice(0, 1)}…`, (world) => answered(world, key, () => world.gate.activate(key))),
  ),
  KEYS.map((key) =>
    step(`request ${key.slice(0, 1)}…`, async ({ gate }) => {
      await gate.requestFile(key)
    }),
  ),
  fc.constant(step('remove the key', ({ gate }) => gate.forget())),
  fc.constant(
    step('check again', (world) => {
      if (!world.gate.isLicensed()) return
      return answered(world, keyOf(world), () => world.gate.checkAgain())
    }),
  ),
  fc
    .boolean()
    .map((remembers) =>
      step(`remember: ${remembers}`, ({ gate }) =>
        gate.setRememberPolicy(remembers ? 'remember' : 'ask-every-time'),
      ),
    ),
  fc.constantFrom(VALID, { kind: 'refused' } as const, { kind: 'offline' } as const).map((mode) =>
    step(`the service: ${mode.kind}`, ({ machine }) => {
      machine.serviceMode = mode
    }),
  ),
  fc.constant(
    step('the service refuses requests', ({ machine }) => {
      machine.serviceMode = { kind: 'refused', code: 'SECURITY_ERROR' }
    }),
  ),
  fc.constant(step('restart', (world) => restart(world))),
  between(0, 4 * DAY).map((seconds) => step(`closed for ${seconds}`, (world) => restart(world, seconds))),
  between(-9 * DAY, -600).map((seconds) =>
    step(`the date is set by ${seconds}`, async (world) => {
      world.machine.kill()
      world.machine.time.setWall(world.machine.time.clock.wallSeconds() + seconds)
      await restart(world)
    }),
  ),
  between(1, 2 * DAY).map((seconds) =>
    step(`${seconds} seconds pass`, (world) =>
      answered(world, keyOf(world), () => world.machine.pass(seconds, world.gate)),
    ),
  ),
]

test(`no file and no grace that has ended opens again without a new answer (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(STEPS, { maxCommands: 40, size: 'max' }), async (commands) => {
      const machine = createTestMachine()
      machine.publicKeys = PUBLIC_KEYS
      const world: World = {
        machine,
        gate: await machine.launch(),
        oracle: { answers: [], known: 0, offset: 0 },
        files: [],
      }
      await issue(world, KEY, 3)
      await give(world, 0)
      await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
      machine.kill()
    }),
    { seed: SEED, numRuns: RUNS },
  )
  // The test would also pass if nothing ever opened.
  for (const count of Object.values(opened)) expect(count).toBeGreaterThan(RUNS / 20)
}, 1_200_000)
