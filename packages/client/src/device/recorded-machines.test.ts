import { describe, expect, test } from 'vitest'
import { createDevice } from './device.ts'
import { deviceTexts } from './device-texts.ts'
import { createMachineReader } from './machine-reader.ts'
import { createMemoryFiles } from './testing/fakes.ts'
import deviceIds from './testing/recorded-machines/device-ids.json' with { type: 'json' }
import { LINUX_MACHINES } from './testing/recorded-machines/linux.ts'
import { MACS } from './testing/recorded-machines/macos.ts'
import { filesOf, playBack, type Recording } from './testing/recorded-machines/recording.ts'
import { WINDOWS_MACHINES } from './testing/recorded-machines/windows.ts'

const MACHINES = [...WINDOWS_MACHINES, ...MACS, ...LINUX_MACHINES]
const APP_NAME = 'Recorded App'

const identify = (machine: Recording, files = createMemoryFiles(), appName = APP_NAME) =>
  createDevice({
    appName,
    files,
    startReading: createMachineReader({
      platform: machine.platform,
      load: async () => playBack(machine),
      linuxFiles: filesOf(machine),
    }),
  }).identify()

/** IDs of derivation version 1. They must never change: a change would lock out every user. */
const ID_OF: Readonly<Record<string, string>> = deviceIds

describe('recorded machines', () => {
  test('number at least 30, each with a unique name', () => {
    expect(MACHINES.length).toBeGreaterThanOrEqual(30)
    expect(new Set(MACHINES.map(({ name }) => name)).size).toBe(MACHINES.length)
  })

  test.each(MACHINES)('$name: has the expected facts, strength and ID', async (machine) => {
    const { counted, strength, reasons } = machine.expected
    const files = createMemoryFiles()
    const identity = await identify(machine, files)

    const kinds = ['installation', 'system', 'board'] as const
    expect(kinds.filter((_, index) => identity.facts[index]?.counted)).toEqual(counted)
    expect(identity.strength).toBe(strength)
    expect(identity.reasons.map(deviceTexts.describeReason)).toEqual(
      reasons.map((reason) => expect.stringMatching(reason)),
    )
    expect(identity.version).toBe(1)
    expect(identity.provisional).toBe(false)
    if (counted.length > 0) expect(identity.id).toBe(ID_OF[machine.name])
    else expect(identity.id).toMatch(/^[0-9a-f]{64}$/)
    expect((await identify(machine, files)).id).toBe(identity.id)
  })

  test.each(MACHINES)('$name: exposes no raw value in the identity or the files', async (machine) => {
    const files = createMemoryFiles()
    const shown = JSON.stringify(await identify(machine, files)) + files.sealed.text + files.random.text
    const { uuid, baseboard, system } = machine
    const raw = [uuid.os, uuid.hardware, baseboard.serial, system?.uuid ?? '', system?.serial ?? '']
    for (const value of raw.filter((text) => text.length > 4)) {
      expect(shown.toLowerCase()).not.toContain(value.toLowerCase())
      expect(shown.toLowerCase()).not.toContain(value.toLowerCase().replaceAll('-', ''))
    }
  })

  test('have different IDs when they have usable facts', async () => {
    const identified = MACHINES.filter(({ expected }) => expected.counted.length > 0)
    const ids = await Promise.all(identified.map(async (machine) => (await identify(machine)).id))
    expect(new Set(ids).size).toBe(identified.length)
  })

  test('have different IDs when they have no usable facts', async () => {
    const unidentified = MACHINES.filter(({ expected }) => expected.counted.length === 0)
    expect(unidentified.length).toBeGreaterThan(1)
    const ids = await Promise.all(unidentified.map(async (machine) => (await identify(machine)).id))
    expect(new Set(ids).size).toBe(unidentified.length)
  })

  test.each(MACHINES)('$name: has another ID in another app', async (machine) => {
    const [one, other] = await Promise.all([
      identify(machine),
      identify(machine, createMemoryFiles(), 'Other App'),
    ])
    expect(one.id).not.toBe(other.id)
  })
})
