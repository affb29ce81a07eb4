import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDevice } from './device.ts'
import { createMachineReader, type SystemInformation } from './machine-reader.ts'
import { FACT_KINDS, type FactKind } from './machine-reading.ts'
import { createMemoryFiles, type MemoryFiles } from './testing/fakes.ts'

type Facts = Readonly<Record<FactKind, string>>

interface Machine {
  readonly facts: Facts
  readonly macs: readonly string[]
  readonly boardModel: string
  readonly boardVersion: string
  readonly assetTag: string
  readonly memory: number | null
  readonly memorySlots: number | null
}

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
const uuid = fc.uuid({ version: [1, 4] })
const serial = hex(10).map((digits) => `MB${digits}7K`)

const machines: fc.Arbitrary<Machine> = fc.record({
  facts: fc.record({ installation: uuid, system: uuid, board: serial }),
  macs: fc.array(hex(12), { maxLength: 4 }),
  boardModel: fc.constantFrom('B550 TOMAHAWK', 'X99', '0K0XH7'),
  boardVersion: fc.string(),
  assetTag: fc.string(),
  memory: fc.option(fc.nat()),
  memorySlots: fc.option(fc.nat(16)),
})

const play = (machine: Machine): SystemInformation => {
  const { facts, macs, boardModel, boardVersion, assetTag, memory, memorySlots } = machine
  const uuidData = { os: facts.installation, hardware: facts.system, macs }
  const boardData = {
    manufacturer: 'A maker',
    model: boardModel,
    version: boardVersion,
    serial: facts.board,
    assetTag,
    memMax: memory,
    memSlots: memorySlots,
  }
  return {
    uuid: async () => uuidData,
    baseboard: async () => boardData,
    system: () => Promise.reject(new Error('Not called on Windows')),
    powerShellStart: () => {},
    powerShellRelease: () => {},
  }
}

async function idOf(machine: Machine, files: MemoryFiles = createMemoryFiles()): Promise<string> {
  const startReading = createMachineReader({ platform: 'win32', load: async () => play(machine) })
  return (await createDevice({ appName: 'App', startReading, files }).identify()).id
}

const withFacts = (machine: Machine, facts: Partial<Facts>): Machine => ({
  ...machine,
  facts: { ...machine.facts, ...facts },
})

const pick = (facts: Facts, kinds: readonly FactKind[]): Partial<Facts> =>
  Object.fromEntries(kinds.map((kind) => [kind, facts[kind]]))

const kind = fc.constantFrom(...FACT_KINDS)
const twoKinds = fc.constantFrom<readonly FactKind[]>(
  ['installation', 'system'],
  ['installation', 'board'],
  ['system', 'board'],
)

const RUNS = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 100 : 30
const check = <T extends unknown[]>(property: fc.IAsyncProperty<T>) => fc.assert(property, { numRuns: RUNS })

describe('a device ID', { timeout: 60_000 }, () => {
  test('is independent of volatile properties, with and without stored files', () =>
    check(
      fc.asyncProperty(machines, machines, async (machine, other) => {
        const files = createMemoryFiles()
        const id = await idOf(machine, files)
        const { facts } = machine
        for (const changed of Object.keys(other) as (keyof Machine)[]) {
          const later = { ...machine, [changed]: other[changed], facts }
          expect(await idOf(later, files)).toBe(id)
          expect(await idOf(later)).toBe(id)
        }
      }),
    ))

  test('stays the same when one of three facts changes', () =>
    check(
      fc.asyncProperty(machines, machines, kind, async (machine, other, changed) => {
        const files = createMemoryFiles()
        const id = await idOf(machine, files)
        expect(await idOf(withFacts(machine, pick(other.facts, [changed])), files)).toBe(id)
      }),
    ))

  test('stays the same when every fact changes, one at a time', () =>
    check(
      fc.asyncProperty(
        machines,
        machines,
        fc.shuffledSubarray([...FACT_KINDS], { minLength: 3 }),
        async (machine, other, order) => {
          const files = createMemoryFiles()
          const id = await idOf(machine, files)
          for (let changed = 1; changed <= order.length; changed++) {
            const later = withFacts(machine, pick(other.facts, order.slice(0, changed)))
            expect(await idOf(later, files)).toBe(id)
          }
        },
      ),
    ))

  test('changes when two facts change, and then stays the same', () =>
    check(
      fc.asyncProperty(machines, machines, twoKinds, async (machine, other, changed) => {
        const files = createMemoryFiles()
        const id = await idOf(machine, files)
        const rebuilt = withFacts(machine, pick(other.facts, changed))
        const newId = await idOf(rebuilt, files)
        expect(newId).not.toBe(id)
        expect(await idOf(rebuilt, files)).toBe(newId)
        expect(await idOf(rebuilt)).toBe(newId)
      }),
    ))

  test('differs between machines without a common fact, even with copied files', () =>
    check(
      fc.asyncProperty(machines, machines, async (machine, other) => {
        const files = createMemoryFiles()
        const id = await idOf(machine, files)
        expect(await idOf(other)).not.toBe(id)
        expect(await idOf(other, createMemoryFiles(files.sealed.text, files.random.text))).not.toBe(id)
      }),
    ))

  test('is not transferred by a copied file to a machine with one common fact', () =>
    check(
      fc.asyncProperty(machines, machines, kind, async (machine, other, shared) => {
        const files = createMemoryFiles()
        const id = await idOf(machine, files)
        const clone = withFacts(other, pick(machine.facts, [shared]))
        expect(await idOf(clone, createMemoryFiles(files.sealed.text))).not.toBe(id)
      }),
    ))

  test('is independent of case, order and white space of the facts', () =>
    check(
      fc.asyncProperty(machines, kind, async (machine, changed) => {
        const upperCase = withFacts(machine, { [changed]: ` ${machine.facts[changed].toUpperCase()} ` })
        const reversed = {
          ...machine,
          facts: Object.fromEntries(Object.entries(machine.facts).reverse()) as Facts,
        }
        const id = await idOf(machine)
        expect(await idOf(upperCase)).toBe(id)
        expect(await idOf(reversed)).toBe(id)
      }),
    ))

  test('stays the same when a fact is missing for a while', () =>
    check(
      fc.asyncProperty(machines, kind, async (machine, missing) => {
        const files = createMemoryFiles()
        const id = await idOf(machine, files)
        expect(await idOf(withFacts(machine, { [missing]: '' }), files)).toBe(id)
        expect(await idOf(machine, files)).toBe(id)
      }),
    ))

  test('returns after starts at which too few facts could be read', () =>
    check(
      fc.asyncProperty(
        machines,
        fc.array(fc.subarray([...FACT_KINDS], { minLength: 2 }), { minLength: 1, maxLength: 3 }),
        async (machine, days) => {
          const files = createMemoryFiles()
          const id = await idOf(machine, files)
          for (const missing of days) {
            const blocked = withFacts(machine, Object.fromEntries(missing.map((fact) => [fact, ''])))
            expect(await idOf(blocked, files)).not.toBe(id)
          }
          expect(await idOf(machine, files)).toBe(id)
        },
      ),
    ))
})
