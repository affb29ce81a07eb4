import { constants } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import type { Systeminformation } from 'systeminformation'
import type { FactName, FactReasonCode } from './device-view.ts'
import { type LinuxFiles, readLinuxEnvironment, virtualMachineOf } from './machine-environment.ts'
import {
  type Answer,
  type Environment,
  FACT_KINDS,
  type FactKind,
  type MachineReader,
  type MachineReading,
} from './machine-reading.ts'
import { openShellSession } from './shell-session.ts'

/** The functions of the package `systeminformation` that are used. */
export interface SystemInformation {
  uuid(): Promise<Pick<Systeminformation.UuidData, 'os' | 'hardware'>>
  baseboard(): Promise<Pick<Systeminformation.BaseboardData, 'serial' | 'manufacturer' | 'model'>>
  system(): Promise<Pick<Systeminformation.SystemData, 'uuid' | 'serial' | 'manufacturer' | 'model'>>
  powerShellStart(): void
  powerShellRelease(): void
}

export interface MachineReaderParts {
  readonly platform: NodeJS.Platform
  /** Imports systeminformation. Deferred, because importing it would delay the start of the app. */
  readonly load?: () => Promise<SystemInformation>
  readonly linuxFiles?: LinuxFiles
}

/** Collects answers as they arrive, so that a snapshot is possible before all calls return. */
interface Recorder {
  answer(kind: FactKind, value: string): void
  skip(kind: FactKind, reason: FactReasonCode): void
  environment(environment: Environment): void
  /** Registers the function that stops the calls. */
  onStop(stop: () => void): void
}

/** How the facts are read on one platform. */
interface Plan {
  readonly facts: Readonly<Record<FactKind, { readonly name: FactName; readonly source: string }>>
  read(sources: Sources, recorder: Recorder): Promise<void>
}

interface Sources extends Required<Omit<MachineReaderParts, 'linuxFiles'>> {
  readonly files: LinuxFiles
}

const LINUX_BOARD_SERIAL = '/sys/devices/virtual/dmi/id/board_serial'
/** The older file comes first. */
const LINUX_MACHINE_IDS = ['/var/lib/dbus/machine-id', '/etc/machine-id']

const USUAL_FACTS: Plan['facts'] = {
  installation: { name: 'OS installation ID', source: 'uuid().os' },
  system: { name: 'System UUID', source: 'uuid().hardware' },
  board: { name: 'Board serial number', source: 'baseboard().serial' },
}

type Ids = Awaited<ReturnType<SystemInformation['uuid']>>

const readUuid = (recorder: Recorder, uuid: () => Promise<Ids>): Promise<void> =>
  ignoreErrors(async () => {
    const { os, hardware } = await uuid()
    recorder.answer('installation', os)
    recorder.answer('system', hardware)
  })

/** All calls share one PowerShell process, because starting one takes longer than a query. */
const windows: Plan = {
  facts: USUAL_FACTS,
  async read({ load }, recorder) {
    const si = await load()
    let hasAnswer = false
    const readAll = () =>
      Promise.all([
        readUuid(recorder, async () => {
          const ids = await si.uuid()
          if (ids.hardware !== '') hasAnswer = true
          return ids
        }),
        ignoreErrors(async () => {
          const { serial, manufacturer, model } = await si.baseboard()
          if (manufacturer !== '' || model !== '') hasAnswer = true
          recorder.answer('board', serial)
          recorder.environment(virtualMachineOf(`${manufacturer} ${model}`))
        }),
      ])
    const session = openShellSession(si)
    let isStopped = false
    recorder.onStop(() => {
      isStopped = true
      session.close()
    })
    await Promise.race([readAll(), session.ended])
    session.close()
    // The shared shell did not start, was terminated or failed before its first answer. Without it,
    // systeminformation starts one shell per call and also reads the registry, which needs no
    // shell.
    if (!hasAnswer && !isStopped) await readAll()
  },
}

/**
 * `system()` runs `ioreg` once. `uuid()` is not used: it starts the slow System Profiler and
 * returns the serial number as `hardware`.
 */
const macOs: Plan = {
  facts: {
    installation: { name: 'OS installation ID', source: 'none' },
    system: { name: 'Hardware UUID', source: 'system().uuid' },
    board: { name: 'Serial number', source: 'system().serial' },
  },
  async read({ load }, recorder) {
    const si = await load()
    recorder.skip('installation', 'none-on-macos')
    await ignoreErrors(async () => {
      const { uuid, serial, manufacturer, model } = await si.system()
      recorder.answer('system', uuid)
      recorder.answer('board', serial)
      recorder.environment(virtualMachineOf(`${manufacturer} ${model}`))
    })
  },
}

/**
 * Reads what `uuid()` returns on Linux from the same files. Importing systeminformation and its
 * shell would delay the start of an app by some 50 ms. Undefined without an installation ID.
 */
async function readLinuxIds({ read, isReadable }: LinuxFiles): Promise<Ids | undefined> {
  for (const path of LINUX_MACHINE_IDS) {
    const [os = ''] = (await read(path)).split('\n')
    if (os.trim() !== '') {
      const [hardware = ''] = (await read('/sys/class/dmi/id/product_uuid')).split('\n')
      const [, serial = ''] = /^serial[^:\n]*:(.*)$/im.exec(await read('/proc/cpuinfo')) ?? []
      return { os: os.trim().toLowerCase(), hardware: hardware.trim().toLowerCase() || serial.trim() }
    }
    if (await isReadable(path)) return undefined
  }
  return undefined
}

const linux: Plan = {
  facts: USUAL_FACTS,
  async read({ platform, load, files }, recorder) {
    await Promise.all([
      readUuid(recorder, async () => {
        const ids = platform === 'linux' ? await readLinuxIds(files) : undefined
        return ids ?? (await load()).uuid()
      }),
      ignoreErrors(async () => recorder.environment(await readLinuxEnvironment(files))),
      ignoreErrors(async () => {
        // baseboard() starts several processes, some of them synchronously. Only root can read the
        // serial number, so the call is skipped for other users.
        const isReadable = await files.isReadable(LINUX_BOARD_SERIAL)
        recorder.answer('board', isReadable ? (await (await load()).baseboard()).serial : '')
      }),
    ])
  },
}

const planFor = (platform: NodeJS.Platform): Plan =>
  platform === 'win32' ? windows : platform === 'darwin' ? macOs : linux

/**
 * Reads the three facts with as few systeminformation calls as the platform allows, all in
 * parallel. MAC addresses, disks, memory, BIOS version and host name are not read, because users
 * change them often.
 */
export function createMachineReader({
  platform,
  load = () => import('systeminformation'),
  linuxFiles = realFiles,
}: MachineReaderParts): MachineReader {
  const plan = planFor(platform)
  return () => {
    const answers = new Map<FactKind, Answer>()
    let environment: Environment = { kind: 'computer' }
    let stop = () => {}
    const recorder: Recorder = {
      answer(kind, value) {
        // An empty answer of a repeated call must not replace an earlier value.
        if (value !== '' || !answers.has(kind)) answers.set(kind, { kind: 'value', value })
      },
      skip: (kind, reason) => answers.set(kind, { kind: 'skipped', reason }),
      environment(found) {
        environment = found
      },
      onStop(end) {
        stop = end
      },
    }
    const read = async () => {
      await ignoreErrors(() => plan.read({ platform, load, files: linuxFiles }, recorder))
      // A failed call counts as an empty answer. Only a call that is still running is `timed-out`.
      for (const kind of FACT_KINDS) recorder.answer(kind, '')
    }
    return {
      complete: read(),
      stop: () => stop(),
      snapshot: (): MachineReading => ({
        platform,
        environment,
        facts: FACT_KINDS.map((kind) => ({
          kind,
          ...plan.facts[kind],
          answer: answers.get(kind) ?? { kind: 'timed-out' },
        })),
      }),
    }
  }
}

/** An error of one call must not prevent the others from being used. */
async function ignoreErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch {
    // The fact then has no value, which the reasons of the device identity report.
  }
}

const realFiles: LinuxFiles = {
  read: (path) => readFile(path, 'utf8').catch(() => ''),
  isReadable: (path) =>
    access(path, constants.R_OK).then(
      () => true,
      () => false,
    ),
}
