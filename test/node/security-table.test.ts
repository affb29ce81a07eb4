import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { rootDir } from '../../tools/set-up/places.js'

const read = (path: string): string => readFileSync(join(rootDir, path), 'utf8')

const tableRows = (pattern: RegExp) =>
  read('SECURITY.md')
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))

const rows = tableRows(/^\| \d+ \|/)
/** The attacks on the console, each with its test. */
const attacks = tableRows(/^\| C\d+ \|/)
/** The attacks on the license of an app and on the service, each with its test. */
const attacksOnLicenses = tableRows(/^\| L\d+ \|/)
const attacksOnService = tableRows(/^\| S\d+ \|/)
/** The attacks on the page of customers, each with its test. */
const attacksOnCustomers = tableRows(/^\| M\d+ \|/)

/**
 * The source of a file without its comments, so that a test that was commented out is not found.
 */
function codeOf(path: string): string {
  const text = read(path)
  const { comments } = parseSync(path, text)
  return comments.reduceRight((code, { start, end }) => code.slice(0, start) + code.slice(end), text)
}

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** `test`, `test.each(…)`, `test.skipIf(…)` or both; not `test.skip`. */
function isTest(callee: Node): boolean {
  if (callee['type'] !== 'CallExpression') return callee['name'] === 'test'
  const { callee: called } = callee
  if (!isNode(called) || called['type'] !== 'MemberExpression') return false
  const { object, property } = called
  const isKnown = isNode(property) && ['each', 'skipIf'].includes(String(property['name']))
  return isKnown && isNode(object) && isTest(object)
}

const TITLES = new Map<string, string[]>()

/**
 * The titles of the tests in a file, from its syntax tree. Skipped tests are left out. If a file
 * has no tests but data for them, the titles are the values of `name`.
 */
function titlesIn(path: string): readonly string[] {
  const known = TITLES.get(path)
  if (known !== undefined) return known
  const titles: string[] = []
  TITLES.set(path, titles)
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isNode(value)) return
    const { type, callee, key } = value
    const given =
      type === 'CallExpression' && isNode(callee) && isTest(callee)
        ? (value['arguments'] as readonly unknown[])[0]
        : type === 'Property' && isNode(key) && key['name'] === 'name'
          ? value['value']
          : undefined
    if (isNode(given) && typeof given['value'] === 'string') titles.push(given['value'])
    for (const each of Object.values(value)) visit(each)
  }
  visit(parseSync(path, read(path)).program)
  return titles
}

test("the table of Electron's checklist has its 20 items, in order", () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
})

test.each(rows.map(([, number, item, line, proof]) => [number, item, line, proof] as const))(
  'item %s, %s: the line is in the code, and so is the test',
  (_number, _item, line = '', proof = '') => {
    const [, file = '', code = ''] = /^`([^`]+)`: `(.+)`$/.exec(line) ?? []
    expect(codeOf(file)).toContain(code)
    const [, testFile = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(proof) ?? []
    expect(titlesIn(testFile)).toContain(title)
  },
)

test('the table of attacks on the console has its 39 rows, in order', () => {
  expect(attacks.map(([, number]) => number)).toEqual(
    Array.from({ length: 39 }, (_, index) => `C${index + 1}`),
  )
})

test.each([
  ['a license', 'L', attacksOnLicenses],
  ['the service', 'S', attacksOnService],
  ['the customer’s page', 'M', attacksOnCustomers],
] as const)('the table of attacks on %s is in order', (_on, letter, table) => {
  expect(table.map(([, number]) => number)).toEqual(table.map((_row, index) => `${letter}${index + 1}`))
  expect(table.length).toBeGreaterThan(8)
})

test.each(
  [...attacks, ...attacksOnLicenses, ...attacksOnService, ...attacksOnCustomers].map(
    ([, number, attack, , proof]) => [number, attack, proof] as const,
  ),
)('attack %s, %s: the test is there', (_number, _attack, proof = '') => {
  const [, testFile = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(proof) ?? []
  expect(titlesIn(testFile)).toContain(title)
})
