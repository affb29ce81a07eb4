import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createApiReport } from './api-report.ts'

const ENTRY = `import * as Type from 'typebox'
import { GateParts } from './gate.ts'
export { type Nonce } from 'another'
export { type View as LicenseView } from './gate.ts'
export * from '@latchkey/other'
/** A record. */
export declare const Device: Type.TObject<{
    /** Opaque. */
    id: Type.TString;
    names: Type.TOptional<Type.TArray<Type.TObject<{ text: Type.TString }>>>;
    kind: Type.TEnum<['a', 'b']>;
}>
export type Device = Type.Static<typeof Device>
export declare const isDevice: (value: unknown) => value is Device
/** Creates one. */
export declare function createGate({ clock, }: GateParts): { open(key: string): void }
`
const GATE = `export interface GateParts extends Base { readonly clock: Clock; random?: (below: number) => number }
interface Base { end: number | 'never' }
interface Unused { name: string }
export type View = { kind: 'locked' } | { kind: 'open'; until: number }
`

function report(change: (text: string) => string = (text) => text) {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-api-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  writeFileSync(join(dir, 'index.d.ts'), change(ENTRY))
  writeFileSync(join(dir, 'gate.d.ts'), change(GATE))
  return createApiReport(join(dir, 'index.d.ts'))
}

test('has a line for each export, and for what these refer to', () => {
  const { exported, others, undocumented } = report()
  expect(exported).toEqual([
    '* from @latchkey/other',
    "const and type Device: { id, names?: { text }[], kind: 'a' | 'b' }",
    "type View = { kind: 'locked' } | { kind: 'open', until } as LicenseView",
    'Nonce (of another package)',
    'function createGate({ clock }: GateParts): { open(key) }',
    'const isDevice: (value: unknown) => value is Device',
  ])
  expect(others).toEqual([
    'interface GateParts extends Base { clock, random?(below) }',
    "interface Base { end: number | 'never' }",
  ])
  expect(undocumented).toEqual(['View', 'isDevice'])
})

test.each([
  ['a field with another name', 'id:', 'identifier:'],
  ['a field of a field with another name', 'text:', 'label:'],
  ['a removed field', 'readonly clock: Clock;', ''],
  ['an added field', 'until: number', 'until: number; by: string'],
  ['a field that is no longer optional', 'random?:', 'random:'],
  ['a schema that is no longer optional', 'Type.TOptional<Type.TArray<', 'Type.TUnion<Type.TArray<'],
  ['a value that is gone', "['a', 'b']", "['a']"],
  ['a parameter with another type', 'value: unknown', 'value: string'],
  ['an export that is gone', 'export declare const isDevice', 'declare const isDevice'],
  ['an export of another module that is gone', "export { type View as LicenseView } from './gate.ts'", ''],
  ['a name of another package that is gone', "export { type Nonce } from 'another'", ''],
  ['a package that is no longer exported', "export * from '@latchkey/other'", ''],
])('shows %s', (_change, before, after) => {
  expect(ENTRY + GATE).toContain(before)
  const { exported, others } = report((text) => text.replace(before, after))
  expect({ exported, others }).not.toEqual({ exported: report().exported, others: report().others })
})
