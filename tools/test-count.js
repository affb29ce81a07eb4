/**
 * Prints the number of passed and failed tests of `npm test`, as the last line in continuous
 * integration. Failed checks, and files that could not be loaded, count as failures.
 * Usage: node tools/test-count.js EXIT_CODE   (of `npm test`; exits with 1 if anything failed)
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from './set-up/places.js'
import { isStarted } from './set-up/setup-error.js'

export const artifactsDir = join(rootDir, 'artifacts')
/** Vitest's report, relative to the root of the repository. */
export const TEST_REPORT = 'artifacts/test-report.json'
/** The results of the checks, by name. */
export const checksPath = join(artifactsDir, 'checks.json')

/**
 * The fields of Vitest's JSON report that are used here.
 * @typedef {object} TestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults one per file
 */

/**
 * @param {TestReport | undefined} report undefined if no test ran
 * @param {Record<string, boolean> | undefined} checks undefined if `npm test` was interrupted
 * @param {number} exitCode
 * @returns {{ passed: number, failed: number }}
 */
export function count(report, checks, exitCode) {
  const passed = report?.numPassedTests ?? 0
  // A file that could not be loaded has no test results.
  const brokenFiles = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const testFailures = (report?.numFailedTests ?? 0) + brokenFiles.length
  const failedChecks = Object.entries(checks ?? {}).filter(
    // Failed tests are already counted one by one.
    ([name, isPassed]) => !isPassed && !(name.startsWith('tests') && testFailures > 0),
  )
  const failed = testFailures + failedChecks.length
  const isClean = exitCode === 0 && checks !== undefined && passed > 0
  return { passed, failed: isClean ? failed : Math.max(failed, 1) }
}

/** @param {string} path */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

if (isStarted(import.meta.url)) {
  const { passed, failed } = count(
    readJson(join(rootDir, TEST_REPORT)),
    readJson(checksPath),
    Number(process.argv[2]),
  )
  process.stdout.write(`tests: ${passed} passed, ${failed} failed\n`)
  process.exitCode = failed > 0 ? 1 : 0
}
