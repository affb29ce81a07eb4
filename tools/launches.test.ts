import { expect, test } from 'vitest'
import { checkLaunches } from './launches.js'

const launches = (started: number, hung: number): string[] => [
  ...Array<string>(started).fill('started'),
  ...Array<string>(hung).fill('hung'),
]

test('two hung launches in a hundred pass, and a third fails the run', () => {
  expect(checkLaunches(launches(100, 2))).toBe(true)
  expect(checkLaunches(launches(100, 3))).toBe(false)
  expect(checkLaunches(launches(0, 0))).toBe(true)
})
