/**
 * The time to derive the device ID at every launch after the first, when its file exists.
 * Baselines: the slowest single call of systeminformation that it makes, and node-machine-id, a
 * common library that reads one fact and stores nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import machineId from 'node-machine-id'
import systemInformation from 'systeminformation'
import { createDevice } from '../../packages/client/src/device/device.ts'
import { createDeviceFiles } from '../../packages/client/src/device/device-files.ts'
import {
  createMachineReader,
  type SystemInformation,
} from '../../packages/client/src/device/machine-reader.ts'
import { alternate, type Bench } from './harness.ts'

/** Many, because both figures are mostly the start of a child process, which varies widely. */
const RUNS = 201
const CALLS = ['uuid', 'baseboard', 'system'] as const
type Call = (typeof CALLS)[number]

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const identify = (directory: string, si: SystemInformation = systemInformation) =>
  createDevice({
    appName: 'Bench',
    startReading: createMachineReader({ platform: process.platform, load: async () => si }),
    files: createDeviceFiles(directory),
  }).identify()

/** Which calls are made depends on the platform and the user. */
async function findCalls(directory: string): Promise<Call[]> {
  const made = new Set<Call>()
  const recorded = <C extends Call>(call: C): SystemInformation[C] =>
    (() => {
      made.add(call)
      return systemInformation[call]()
    }) as SystemInformation[C]
  const { powerShellStart, powerShellRelease } = systemInformation
  await identify(directory, {
    uuid: recorded('uuid'),
    baseboard: recorded('baseboard'),
    system: recorded('system'),
    powerShellStart,
    powerShellRelease,
  })
  return [...made]
}

/** Measures with a directory in which the device file exists. */
async function* onKnownMachine(measureBaseline: (calls: readonly Call[]) => Promise<number>) {
  const directory = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  try {
    const calls = await findCalls(directory)
    yield* alternate(
      RUNS,
      () => timeOf(() => identify(directory)),
      () => measureBaseline(calls),
    )
  } finally {
    await rm(directory, { recursive: true })
  }
}

async function slowestOf(calls: readonly Call[]): Promise<number> {
  let slowest = 0
  for (const call of calls) slowest = Math.max(slowest, await timeOf(() => systemInformation[call]()))
  return slowest
}

export const rows: readonly Bench[] = [
  {
    name: 'device ID, beside the facts',
    baseline: 'the slowest systeminformation call it makes',
    goal: '<= 1.2',
    unit: 'ms',
    run: () => onKnownMachine(slowestOf),
  },
  {
    name: 'device ID, beside one fact',
    baseline: "node-machine-id's machineId()",
    // systeminformation's `uuid()` alone takes nearly twice as long.
    goal: '<= 2.5',
    unit: 'ms',
    run: () => onKnownMachine(() => timeOf(() => machineId.machineId())),
  },
]
