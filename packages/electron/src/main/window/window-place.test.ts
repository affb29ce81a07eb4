import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWindowPlace } from './window-place.ts'

const DISPLAYS = [
  { x: 0, y: 0, width: 1920, height: 1080 },
  { x: 1920, y: 0, width: 1280, height: 720 },
]
const filePath = (): string => join(mkdtempSync(join(tmpdir(), 'window-place-')), 'window.json')

test('brings the window back to where it stood, on any display', () => {
  const place = createWindowPlace(filePath())
  for (const known of [
    { x: 10, y: 20, width: 960, height: 640 },
    { x: 2000, y: 100, width: 600, height: 500 },
    { x: -400, y: 0, width: 960, height: 640 },
  ]) {
    place.remember(known)
    expect(place.restore(DISPLAYS)).toEqual(known)
  }
})

test('forgets a place that no display shows any more', () => {
  const place = createWindowPlace(filePath())
  for (const lost of [
    { x: 4000, y: 0, width: 960, height: 640 },
    { x: -950, y: 0, width: 960, height: 640 },
    { x: 0, y: 1070, width: 960, height: 640 },
    { x: 0, y: -100, width: 960, height: 640 },
  ]) {
    place.remember(lost)
    expect(place.restore(DISPLAYS)).toBeUndefined()
  }
})

test.each(['', '{', '[]', '{"x":0,"y":0,"width":0,"height":10}', '{"x":"0"}'])(
  'ignores a file that says %s',
  (text) => {
    const path = filePath()
    writeFileSync(path, text)
    expect(createWindowPlace(path).restore(DISPLAYS)).toBeUndefined()
  },
)

test('is quiet when there is no file and no folder to write to', () => {
  const place = createWindowPlace('/nowhere/at/all/window.json')
  place.remember({ x: 0, y: 0, width: 1, height: 1 })
  expect(place.restore(DISPLAYS)).toBeUndefined()
})
