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

/** Records the calls in order. */
function recordCalls(answers: Partial<SystemInformation>) {
  const calls: string[] = []
  const recorded = <K extends keyof SystemInformation>(call: K): SystemInformation[K] =>
    ((...args: []) => {
      calls.push(call)
      return (answers[call] ?? hangingSystemInformation[call])(...args)
    }) as SystemInformation[K]
  const si: SystemInformation = {
    uuid: recorded('uuid'),
    baseboard: recorded('baseboard'),
    system: recorded('system'),
    powerShellStart: recorded('powerShellStart'),
    powerShellRelease: recorded('powerShellRelease'),
  }
  return { si, calls }
}

describe('on Windows', () => {
  const readWindows = (si: SystemInformation) =>
    createMachineReader({ platform: 'win32', load: async () => si, linuxFiles: noFiles })()

  test('all calls use one shell, which is released after the last answer', async () => {
    const { si, calls } = recordCalls({
      uuid: async () => ({ os: GUID, hardware: UUID }),
      baseboard: async () => ({ manufacturer: 'LENOVO', model: '20XW', serial: 'L1HF16U01AB' }),
    })
    const query = readWindows(si)
    await query.complete
    expect(answersOf(query.snapshot())).toEqual([GUID, UUID, 'L1HF16U01AB'])
    expect(calls).toEqual(['powerShellStart', 'uuid', 'baseboard', 'powerShellRelease'])
  })

  test('calls are repeated without the shared shell when it returns nothing', async () => {
    let isShellOpen = false
    const { si, calls } = recordCalls({
      powerShellStart: () => {
        isShellOpen = true
      },
      powerShellRelease: () => {
        isShellOpen = false
      },
      uuid: async () => (isShellOpen ? { os: '', hardware: '' } : { os: GUID, hardware: '' }),
      baseboard: async () => ({ manufacturer: '', model: '', serial: '' }),
    })
    const query = readWindows(si)
    await query.complete
    expect(answersOf(query.snapshot())).toEqual([GUID, '', ''])
    expect(calls.filter((call) => call === 'uuid')).toHaveLength(2)
  })

  test('calls are repeated without the shared shell when an antivirus terminates it', async () => {
    let shell: ChildProcess | undefined
    const { si } = recordCalls({
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
    const query = readWindows(si)
    await query.complete
    expect(answersOf(query.snapshot())).toEqual([GUID, '', ''])
  })

  test('no call is made after stop()', async () => {
    let shell: ChildProcess | undefined
    const { si, calls } = recordCalls({
      powerShellStart: () => {
        shell = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'pipe' })
      },
    })
    const query = readWindows(si)
    await new Promise((resolve) => setImmediate(resolve))
    query.stop()
    await query.complete
    expect(shell?.killed).toBe(true)
    expect(calls).toEqual(['powerShellStart', 'uuid', 'baseboard', 'powerShellRelease'])
  })
})

describe('on macOS', () => {
  test('the UUID and the serial number come from one call, each under its own name', async () => {
    const { si, calls } = recordCalls({
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
  const readLinux = (si: SystemInformation, isReadable: boolean) =>
    createMachineReader({
      platform: 'linux',
      load: async () => si,
      linuxFiles: { read: async () => '', isReadable: async (path) => isReadable && path.startsWith('/sys') },
    })()
  const uuid = async () => ({ os: GUID, hardware: '' })

  test('the board serial is not read when only root may read it', async () => {
    const { si, calls } = recordCalls({ uuid })
    const query = readLinux(si, false)
    await query.complete
    expect(answersOf(query.snapshot())).toEqual([GUID, '', ''])
    expect(calls).toEqual(['uuid'])
  })

  const IDS = { '/etc/machine-id': `${GUID.toUpperCase()}\n` }
  const CPU_INFO = 'processor\t: 0\n\nSerial\t\t: 10000000F2A1\nModel\t\t: Raspberry Pi\n'

  test.each<[string, Record<string, string>, string]>([
    ['without a readable system UUID', IDS, ''],
    ['with one', { ...IDS, '/sys/class/dmi/id/product_uuid': `${UUID.toUpperCase()}\n` }, UUID],
    ['on a single-board computer', { ...IDS, '/proc/cpuinfo': CPU_INFO }, '10000000F2A1'],
    [
      'with the older file of the ID',
      { ...IDS, '/var/lib/dbus/machine-id': `${GUID}\n`, '/etc/machine-id': 'b' },
      '',
    ],
  ])('the IDs are read from files, and no process is started, %s', async (_title, files, hardware) => {
    const { si, calls } = recordCalls({})
    const linuxFiles = { read: async (path: string) => files[path] ?? '', isReadable: async () => false }
    const query = createMachineReader({ platform: 'linux', load: async () => si, linuxFiles })()
    await query.complete
    expect(answersOf(query.snapshot())).toEqual([GUID, hardware, ''])
    expect(calls).toEqual([])
  })

  test('root reads the board serial', async () => {
    const { si } = recordCalls({
      uuid,
      baseboard: async () => ({ manufacturer: '', model: '', serial: 'MB7' }),
    })
    const query = readLinux(si, true)
    await query.complete
    expect(answersOf(query.snapshot())).toEqual([GUID, '', 'MB7'])
  })
})

describe('on every platform', () => {
  const PLATFORMS = ['win32', 'darwin', 'linux', 'freebsd'] as const
  const files = { read: async () => '', isReadable: async () => true }
  const fail = () => Promise.reject(new Error('The call failed'))
  const crash = () => {
    throw new Error('The call threw')
  }

  test.each(PLATFORMS)('a failing call on %s does not affect the others', async (platform) => {
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
    'nothing is thrown on %s when systeminformation cannot be imported',
    async (platform) => {
      const query = createMachineReader({ platform, load: fail, linuxFiles: files })()
      await query.complete
      expect(answersOf(query.snapshot())).toEqual(['', '', ''])
    },
  )

  test.each(PLATFORMS)('calls without an answer are timed out on %s', (platform) => {
    const load = async () => hangingSystemInformation
    const query = createMachineReader({ platform, load, linuxFiles: files })()
    expect(answersOf(query.snapshot())).toEqual(['timed-out', 'timed-out', 'timed-out'])
    query.stop()
  })

  test('a hanging call does not withhold the answers of another', async () => {
    const si = { ...hangingSystemInformation, uuid: async () => ({ os: GUID, hardware: UUID }) }
    const query = createMachineReader({ platform: 'win32', load: async () => si, linuxFiles: files })()
    await new Promise((resolve) => setImmediate(resolve))
    expect(answersOf(query.snapshot())).toEqual([GUID, UUID, 'timed-out'])
  })
})

test('this machine has an answer for every fact, the same as that of systeminformation', async () => {
  const query = createMachineReader({ platform: process.platform })()
  await query.complete
  const answers = answersOf(query.snapshot())
  expect(answers).toHaveLength(3)
  expect(answers).not.toContain('timed-out')
  if (process.platform === 'darwin') return
  const { os, hardware } = await (await import('systeminformation')).uuid()
  expect(answers.slice(0, 2)).toEqual([os, hardware])
})
