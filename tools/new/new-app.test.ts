import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rootDir } from '../set-up/places.js'

function runNew(...args: string[]): { code: number | null; output: string; pid: number } {
  const script = join(rootDir, 'tools', 'new', 'new-app.ts')
  const { status, stdout, stderr, pid } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  return { code: status, output: stdout + stderr, pid }
}

test('refuses a folder that exists, or is in this repository', () => {
  expect(runNew(tmpdir(), '--yes')).toMatchObject({
    code: 1,
    output: expect.stringContaining('exists already'),
  })
  const inside = { code: 1, output: expect.stringContaining('is inside this repository') }
  expect(runNew(join(rootDir, 'harbour'), '--yes')).toMatchObject(inside)
})

test('asks for --yes before it sets up a fresh clone', () => {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-new-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  cpSync(join(rootDir, 'tools'), join(dir, 'tools'), { recursive: true })
  for (const words of [
    ['new/start.js', '../harbour'],
    ['app.js', 'init'],
  ]) {
    const [script = '', ...args] = words
    const { status, stderr } = spawnSync(process.execPath, [join(dir, 'tools', script), ...args], {
      cwd: dir,
      encoding: 'utf8',
    })
    expect(stderr).toBe('\nThis is not a terminal. Use --yes to accept the suggestions.\n')
    expect(status).toBe(1)
  }
  expect(readdirSync(dir)).toEqual(['tools'])
})

test.each([
  ['--id', 'no id', 'It must look like com.example.app.'],
  ['--name', 'Harbour\u202Efdp', 'that change the direction of the text'],
  ['--description', 'Harbour\u0007', 'It may not hold control characters'],
])('leaves nothing after %s %j, which cannot be', (option, value, reason) => {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-new-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const { code, output, pid } = runNew(join(dir, 'harbour'), '--yes', option, value)
  expect(output).toContain(reason)
  expect(code).toBe(1)
  expect(existsSync(join(dir, 'harbour'))).toBe(false)
  expect(existsSync(join(rootDir, 'artifacts', `new-${pid}`))).toBe(false)
})
