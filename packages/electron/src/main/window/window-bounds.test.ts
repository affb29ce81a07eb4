import { expect, test } from 'vitest'
import { createMemoryFiles } from '../../../../client/src/device/testing/fakes.ts'
import { createWindowBounds } from './window-bounds.ts'

const DISPLAYS = [
  { x: 0, y: 0, width: 1920, height: 1080 },
  { x: 1920, y: 0, width: 1280, height: 720 },
]
const fileWith = (text?: string) => createMemoryFiles(text).sealed

test('restores the bounds on any display', () => {
  const bounds = createWindowBounds(fileWith())
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
  const bounds = createWindowBounds(fileWith())
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
  (text) => expect(createWindowBounds(fileWith(text)).restore(DISPLAYS)).toBeUndefined(),
)
