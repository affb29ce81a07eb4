import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { expect, test } from 'vitest'
import { SAMPLE_TESTS } from '../../tools/sample-tests.js'
import { SERVICE_TESTS } from '../../tools/service-tests.js'
import { rootDir } from '../../tools/set-up/places.js'

const NEEDS_SERVICE =
  /^(@latchkey\/(service|vendor)$|.*\/packages\/(service|vendor)\/|.*\/start-service\.ts$)/

/** Whether a file, or one that it imports, needs the service. */
function needsService(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path) || !existsSync(path)) return false
  seen.add(path)
  const imports = [...readFileSync(path, 'utf8').matchAll(/^(?:import|export|\}).* from '([^']+)'$/gm)]
  return imports.some(
    ([, name = '']) =>
      NEEDS_SERVICE.test(name) || (name.startsWith('.') && needsService(join(dirname(path), name), seen)),
  )
}

/** What a test reads on the page of the sample, directly or by a helper. */
const NEEDS_SAMPLE =
  /\b(licensePanel|openStateWindow|attackApp|openFailureStage)\b|'Page for today'|'region', \{ name: 'License' \}\)(?!\.count)/
/** Tests of `createLicensing` open another app than the sample. */
const OPENS_ANOTHER_APP = /\brunLicensedApp\b/

const windowsDir = join(rootDir, 'test', 'windows')
const paths = readdirSync(windowsDir)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join(windowsDir, name))
const isIn = (globs: readonly string[], path: string): boolean =>
  globs.some((glob) => matchesGlob(relative(rootDir, path), glob))

test('tests in windows that need the service are left out where it was deleted', () => {
  const needing = paths.filter((path) => needsService(path))
  expect(needing.length).toBeGreaterThan(0)
  expect(needing.filter((path) => !isIn(SERVICE_TESTS, path))).toEqual([])
})

test('tests in windows that look at the sample are left out where it was replaced', () => {
  const needing = paths.filter((path) => {
    const text = readFileSync(path, 'utf8')
    return NEEDS_SAMPLE.test(text) && !OPENS_ANOTHER_APP.test(text)
  })
  expect(needing.length).toBeGreaterThan(0)
  expect(needing.filter((path) => !isIn(SAMPLE_TESTS, path))).toEqual([])
})
