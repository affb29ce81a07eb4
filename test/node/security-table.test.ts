import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rootDir } from '../../tools/set-up/places.js'

const rows = readFileSync(join(rootDir, 'SECURITY.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

const read = (path: string): string => readFileSync(join(rootDir, path), 'utf8')

test("the table of Electron's checklist has its 20 items, in order", () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
})

test.each(rows.map(([, number, item, line, proof]) => [number, item, line, proof] as const))(
  'item %s, %s: the line is there, and so is the test',
  (_number, _item, line = '', proof = '') => {
    const [, file = '', code = ''] = /^`([^`]+)`: `(.+)`$/.exec(line) ?? []
    expect(read(file)).toContain(code)
    const [, testFile = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(proof) ?? []
    expect(title).not.toBe('')
    expect(read(testFile)).toContain(`'${title}'`)
  },
)
