import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UserError } from '../user-error.ts'
import { parseServiceKey, readOrCreateServiceKey } from './service-key-file.ts'

let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-key-'))
  path = join(dir, 'test.service-key')
})
afterEach(() => rmSync(dir, { recursive: true }))

describe('a service key in a file', () => {
  test('is made at first use and found again', () => {
    const made = readOrCreateServiceKey(path)
    expect(made).toHaveLength(32)
    expect(readOrCreateServiceKey(path)).toEqual(made)
    expect(readdirSync(dir)).toEqual(['test.service-key'])
  })

  test.skipIf(process.platform === 'win32')('is for its owner alone, and refused when it is not', () => {
    readOrCreateServiceKey(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    chmodSync(path, 0o644)
    expect(() => readOrCreateServiceKey(path)).toThrow(/chmod 600/)
  })

  test('is refused without telling it when it is damaged', () => {
    writeFileSync(path, 'deadbeef', { mode: 0o600 })
    expect(() => readOrCreateServiceKey(path)).toThrow(UserError)
    expect(() => readOrCreateServiceKey(path)).not.toThrow(/deadbeef/)
    expect(readFileSync(path, 'utf8')).toBe('deadbeef')
  })

  test('says what to do when it cannot be written', () => {
    expect(() => readOrCreateServiceKey(join(dir, 'no', 'such', 'folder'))).toThrow(/Check that the folder/)
  })
})

test('a service key is 64 hexadecimal characters, white space around them aside', () => {
  expect(parseServiceKey(` ${'ab'.repeat(32)}\n`, 'HERE')).toEqual(Buffer.alloc(32, 0xab))
  for (const text of ['', 'ab', 'xy'.repeat(32), 'ab'.repeat(33)]) {
    expect(() => parseServiceKey(text, 'HERE')).toThrow(/HERE must hold/)
  }
})
