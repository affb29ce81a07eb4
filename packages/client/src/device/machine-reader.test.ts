import { type ChildProcess, spawn } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createMachineReader, type SystemInformation } from './machine-reader.ts'
import type { Answer, MachineReading } from './machine-reading.ts'
import { hangingSystemInformation } from './testing/fakes.ts'

const GUID = '5f0c9f7e-3f3e-4b0e-9b1c-6a5d2b8e4f10'
const UUID = '4c4c4544-0037-4a10-8052-b7c04f4d5132'

const answersOf = ({ facts }: MachineReading): (string | Answer['kind'])[] =>
  facts.map(({ answer }) => (answer.kind === 'value' ? answer.value : answer.kind))

const noFiles = { read: async () => '', isReadable: async () => false }

/** Notes the calls, in order. */
function listen(answers: Partial<SystemInformation>) {
  const calls: string[] = []
  const noted = <K extends keyof SystemInformation>(call: K): SystemInformation[K] =>
    ((...args: []) => {
      calls.push(call)
      return (answers[call] ?? hangingSystemInformation[call])(...args)
    }) as SystemInformation[K]
  const si: SystemInformation = {
    uuid: noted('uuid'),
    baseboard: noted('baseboard'),
    system: noted('system'),
    powerShellStart: noted('powerShellStart'),
    powerShellRelease: noted('powerShellRelease'),
  }
  return { si, calls }
}

describe('on Windows', () => {
  const askWindows = (si: SystemInformation) =>
    createMachineReader({ platform: 'win32', load: async () => si, linuxFiles: noFiles })()

  test('all calls go through one shell, which is ended after the last answer', async () => {
    const { si, calls } = listen({
      uuid: async () => ({ os: GUID, hardware: UUID }),
      baseboard: async () => ({ manufacturer: 'LENOVO', model: '20XW', serial: 'L1HF16U01AB' }),
    })
    const query = askWindows(si)
    await query.complete
    expect(answersOf(query.snapshot())).toEqual([GUID, UUID, 'L1HF16U01AB'])
    expect(calls).toEqual(['powerShellStart', 'uuid', 'baseboard', 'powerShellRelease'])
  })

  test('a shell that says nothing is gone round, and the registry is heard', async () => {
    let isOpen = false
    const { si, calls } = listen({
      powerShellStart: () => {
        isOpen = true
      },
      powerShellRelease: () => {
        isOpen = false
      },
      uuid: async () => (isOpen ? { os: '', hardware: '' } : { os: GUID, hardware: '' }),
      baseboard: async () => ({ manufacturer: '', model: '', serial: '' }),
    })
    const query = askWindows(si)
    await query.complete
    expect(answersOf(query.snapshot())).toEqual([GUID, '', ''])
    expect(calls.filter((call) => call === 'uuid')).toHaveLength(2)
  })

  test('a shell that an antivirus ends is gone round, although its calls never answer', async () => {
    let shell: ChildProcess | undefined
    const { si } = listen({
      powerShellStart: () => {
        shell = spawn(process.execPath, ['-e', ''], { stdio: 'pipe' })
      },
      powerShellRelease: () => {
        shell = undefined
      },
      uuid: () => (shell ? hangingSystemInformation.uuid() : Promise.resolve({ os: GUID, hardware: '' })),
      baseboard: () =>
        shell
          ? hangingSystemInformation.baseboard()
          : Promise.resolve({ manufacturer: '', model: '', serial: '' }),
    })
    const query = askWindows(si)
    await query.complete
    expect(answersOf(query.snapshot())).toEqual([GUID, '', ''])
  })

  test('nothing more is asked once it was stopped', async () => {
    let shell: ChildProcess | undefined
    const { si, calls } = listen({
      powerShellStart: () => {
        shell = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'pipe' })
      },
    })
    const query = askWindows(si)
    await new Promise((resolve) => setImmediate(resolve))
    query.stop()
    await query.complete
    expect(shell?.killed).toBe(true)
    expect(calls).toEqual(['powerShellStart', 'uuid', 'baseboard', 'powerShellRelease'])
  })
})

describe('on macOS', () => {
  test('the UUID and the serial number come from one call, each under its own name', async () => {
    const { si, calls } = listen({
      system: async () => ({
        uuid: UUID,
        serial: 'C02XK1JZJGH5',
        manufacturer: 'Apple Inc.',
        model: 'Mac14,3',
      }),
    })
    const query = createMachineReader({ platform: 'darwin', load: async () => si, linuxFiles: noFiles })()
    await query.complete
    const reading = query.snapshot()
    expect(answersOf(reading)).toEqual(['skipped', UUID, 'C02XK1JZJGH5'])
    expect(reading.facts.map(({ name }) => name).slice(1)).toEqual(['Hardware UUID', 'Serial number'])
    expect(calls).toEqual(['system'])
  })
})

describe('on Linux', () => {
  const askLinux = (si: SystemInformation, isReadable: boolean) =>
    createMachineReader({
      platform: 'linux',
      load: async () => si,
      linuxFiles: { read: async () => '', isReadable: async (path) => isReadable && path.startsWith('/sys') },
    })()
  const uuid = async () => ({ os: GUID, hardware: '' })

  test('the board is not asked for a serial number that only root may see', async () => {
    const { si, calls } = listen({ uuid })
    const query = askLinux(si, false)
    await query.complete
    expect(answersOf(query.snapshot())).toEqual([GUID, '', ''])
    expect(calls).toEqual(['uuid'])
  })

  test('the board is asked by root', async () => {
    const { si } = listen({ uuid, baseboard: async () => ({ manufacturer: '', model: '', serial: 'MB7' }) })
    const query = askLinux(si, true)
    await query.complete
    expect(answersOf(query.snapshot())).toEqual([GUID, '', 'MB7'])
  })
})

describe('everywhere', () => {
  const PLATFORMS = ['win32', 'darwin', 'linux', 'freebsd'] as const
  const files = { read: async () => '', isReadable: async () => true }
  const fail = () => Promise.reject(new Error('A fault of the call'))
  const crash = () => {
    throw new Error('A fault before the call')
  }

  test.each(PLATFORMS)('a call that fails has nothing to say on %s, and the others do', async (platform) => {
    const hasFiles = platform === 'linux' || platform === 'freebsd'
    for (const fault of [fail, crash]) {
      const broken = { ...hangingSystemInformation, uuid: fault, baseboard: fault, system: fault }
      const query = createMachineReader({ platform, load: async () => broken, linuxFiles: files })()
      await query.complete
      expect(answersOf(query.snapshot()).slice(1)).toEqual(['', ''])
      expect(query.snapshot().environment).toEqual({ kind: hasFiles ? 'container' : 'computer' })
    }
  })

  test.each(PLATFORMS)(
    'nothing is thrown on %s when systeminformation cannot be loaded',
    async (platform) => {
      const query = createMachineReader({ platform, load: fail, linuxFiles: files })()
      await query.complete
      expect(answersOf(query.snapshot())).toEqual(['', '', ''])
    },
  )

  test.each(PLATFORMS)('what has not answered is cut off on %s', (platform) => {
    const load = async () => hangingSystemInformation
    const query = createMachineReader({ platform, load, linuxFiles: files })()
    expect(answersOf(query.snapshot())).toEqual(['timed-out', 'timed-out', 'timed-out'])
    query.stop()
  })

  test('one call that hangs does not hold back what another said', async () => {
    const si = { ...hangingSystemInformation, uuid: async () => ({ os: GUID, hardware: UUID }) }
    const query = createMachineReader({ platform: 'win32', load: async () => si, linuxFiles: files })()
    await new Promise((resolve) => setImmediate(resolve))
    expect(answersOf(query.snapshot())).toEqual([GUID, UUID, 'timed-out'])
  })
})

test('the real systeminformation answers on this machine with what is asked of it', async () => {
  const query = createMachineReader({
    platform: process.platform,
    load: () => import('systeminformation'),
  })()
  await query.complete
  const reading = query.snapshot()
  expect(answersOf(reading)).not.toContain('timed-out')
  expect(reading.facts).toHaveLength(3)
})
