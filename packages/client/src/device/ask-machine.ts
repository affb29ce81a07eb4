import { constants } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import type { Systeminformation } from 'systeminformation'
import type { FactReasonCode } from './device-view.ts'
import { type LinuxFiles, readLinuxEnvironment, virtualMachineOf } from './machine-environment.ts'
import {
  type Answer,
  type AskMachine,
  type Environment,
  FACT_KINDS,
  type FactKind,
  type MachineReading,
} from './machine-reading.ts'
import { openShellSession } from './shell-session.ts'

/** What is used of systeminformation. */
export interface SystemInformation {
  uuid(): Promise<Pick<Systeminformation.UuidData, 'os' | 'hardware'>>
  baseboard(): Promise<Pick<Systeminformation.BaseboardData, 'serial' | 'manufacturer' | 'model'>>
  system(): Promise<Pick<Systeminformation.SystemData, 'uuid' | 'serial' | 'manufacturer' | 'model'>>
  powerShellStart(): void
  powerShellRelease(): void
}

export interface AskMachineParts {
  readonly platform: NodeJS.Platform
  /** Deferred: loading it would hold up the start of the app. */
  readonly load?: () => Promise<SystemInformation>
  readonly linuxFiles?: LinuxFiles
}

/** What comes in is written down here, so that whatever is cut off leaves the rest. */
interface Notes {
  answer(kind: FactKind, value: string): void
  skip(kind: FactKind, reason: FactReasonCode): void
  environment(environment: Environment): void
  /** Says how to end what was started. */
  onStop(stop: () => void): void
}

interface Plan {
  readonly facts: Readonly<Record<FactKind, { readonly name: string; readonly source: string }>>
  ask(si: SystemInformation, notes: Notes, files: LinuxFiles): Promise<void>
}

const LINUX_BOARD_SERIAL = '/sys/devices/virtual/dmi/id/board_serial'

const USUAL_FACTS: Plan['facts'] = {
  installation: { name: 'OS installation ID', source: 'uuid().os' },
  system: { name: 'System UUID', source: 'uuid().hardware' },
  board: { name: 'Board serial number', source: 'baseboard().serial' },
}

const askUuid = (si: SystemInformation, notes: Notes): Promise<void> =>
  quietly(async () => {
    const { os, hardware } = await si.uuid()
    notes.answer('installation', os)
    notes.answer('system', hardware)
  })

/** All calls go through one PowerShell: starting one takes longer than asking it. */
const windows: Plan = {
  facts: USUAL_FACTS,
  async ask(si, notes) {
    let hasSpoken = false
    const askAll = () =>
      Promise.all([
        askUuid(si, {
          ...notes,
          answer(kind, value) {
            if (kind === 'system' && value !== '') hasSpoken = true
            notes.answer(kind, value)
          },
        }),
        quietly(async () => {
          const { serial, manufacturer, model } = await si.baseboard()
          if (manufacturer !== '' || model !== '') hasSpoken = true
          notes.answer('board', serial)
          notes.environment(virtualMachineOf(`${manufacturer} ${model}`))
        }),
      ])
    const session = openShellSession(si)
    let isStopped = false
    notes.onStop(() => {
      isStopped = true
      session.close()
    })
    await Promise.race([askAll(), session.ended])
    session.close()
    // A shell that was ended or kept from starting, or complained before its first answer, has told nothing.
    // systeminformation then asks in a shell for each call, and the registry, which needs none, gets its turn.
    if (!hasSpoken && !isStopped) await askAll()
  },
}

/** One call of `ioreg`. `uuid()` would start System Profiler, and calls the serial number `hardware`. */
const macOs: Plan = {
  facts: {
    installation: { name: 'OS installation ID', source: 'none' },
    system: { name: 'Hardware UUID', source: 'system().uuid' },
    board: { name: 'Serial number', source: 'system().serial' },
  },
  ask: (si, notes) => {
    notes.skip('installation', 'none-on-macos')
    return quietly(async () => {
      const { uuid, serial, manufacturer, model } = await si.system()
      notes.answer('system', uuid)
      notes.answer('board', serial)
      notes.environment(virtualMachineOf(`${manufacturer} ${model}`))
    })
  },
}

const linux: Plan = {
  facts: USUAL_FACTS,
  async ask(si, notes, files) {
    await Promise.all([
      askUuid(si, notes),
      quietly(async () => notes.environment(await readLinuxEnvironment(files))),
      quietly(async () => {
        // The call starts a handful of processes and stops the main thread for some: not for an empty answer.
        const isShown = await files.isReadable(LINUX_BOARD_SERIAL)
        notes.answer('board', isShown ? (await si.baseboard()).serial : '')
      }),
    ])
  },
}

const planFor = (platform: NodeJS.Platform): Plan =>
  platform === 'win32' ? windows : platform === 'darwin' ? macOs : linux

/**
 * Reads the three anchors with as few systeminformation calls as a platform needs, all at once.
 * No MAC address, disk, memory, BIOS version or host name: a user changes those on an ordinary day.
 */
export function createAskMachine({
  platform,
  load = () => import('systeminformation'),
  linuxFiles = realFiles,
}: AskMachineParts): AskMachine {
  const plan = planFor(platform)
  return () => {
    const answers = new Map<FactKind, Answer>()
    let environment: Environment = { kind: 'computer' }
    let stop = () => {}
    const notes: Notes = {
      answer(kind, value) {
        // A call that is asked again and says nothing does not take back what it said.
        if (value !== '' || !answers.has(kind)) answers.set(kind, { kind: 'value', value })
      },
      skip: (kind, reason) => answers.set(kind, { kind: 'not-asked', reason }),
      environment(found) {
        environment = found
      },
      onStop(end) {
        stop = end
      },
    }
    const ask = async () => {
      await quietly(async () => plan.ask(await load(), notes, linuxFiles))
      // What failed has nothing to say, which is not the same as being late.
      for (const kind of FACT_KINDS) notes.answer(kind, '')
    }
    return {
      complete: ask(),
      stop: () => stop(),
      soFar: (): MachineReading => ({
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

/** A fault of one call must not cost the others: it has nothing to say, and that is all. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch {
    // The fact stays without an answer, which the identity's reasons tell.
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
