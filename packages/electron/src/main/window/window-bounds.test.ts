import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWindowBounds } from './window-bounds.ts'

const DISPLAYS = [
  { x: 0, y: 0, width: 1920, height: 1080 },
  { x: 1920, y: 0, width: 1280, height: 720 },
]
const filePath = (): string => join(mkdtempSync(join(tmpdir(), 'window-bounds-')), 'window.json')

test('restores the bounds on any display', () => {
  const bounds = createWindowBounds(filePath())
  for (const known of [
    { x: 10, y: 20, width: 960, height: 640 },
    { x: 2000, y: 100, width: 600, height: 500 },
    { x: -400, y: 0, width: 960, height: 640 },
  ]) {
    bounds.save(known)
    expect(bounds.restore(DISPLAYS)).toEqual(known)
  }
})

test('ignores bounds that no display shows', () => {
  const bounds = createWindowBounds(filePath())
  for (const lost of [
    { x: 4000, y: 0, width: 960, height: 640 },
    { x: -950, y: 0, width: 960, height: 640 },
    { x: 0, y: 1070, width: 960, height: 640 },
    { x: 0, y: -100, width: 960, height: 640 },
  ]) {
    bounds.save(lost)
    expect(bounds.restore(DISPLAYS)).toBeUndefined()
  }
})

test.each(['', '{', '[]', '{"x":0,"y":0,"width":0,"height":10}', '{"x":"0"}'])(
  'ignores a file that contains %s',
  (text) => {
    const path = filePath()
    writeFileSync(path, text)
    expect(createWindowBounds(path).restore(DISPLAYS)).toBeUndefined()
  },
)

test('does not throw when the file cannot be read or written', () => {
  const bounds = createWindowBounds('/nowhere/at/all/window.json')
  bounds.save({ x: 0, y: 0, width: 1, height: 1 })
  expect(bounds.restore(DISPLAYS)).toBeUndefined()
})

test.skipIf(process.platform === 'win32')('waits for nobody at a named pipe', { timeout: 5_000 }, () => {
  const path = filePath()
  execFileSync('mkfifo', [path])
  const bounds = createWindowBounds(path)
  expect(bounds.restore(DISPLAYS)).toBeUndefined()
  bounds.save({ x: 10, y: 20, width: 960, height: 640 })
})
