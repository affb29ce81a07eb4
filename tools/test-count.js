/**
 * Counts what `npm test` left behind and prints it as the last line of a continuous integration run. Everything
 * that went wrong is in the count of failures, also what kept a test from running at all.
 * Usage: node tools/test-count.js EXIT_CODE   (of `npm test`; ends with 1 when anything failed)
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from './set-up/places.js'
import { isStarted } from './set-up/setup-error.js'

export const artifactsDir = join(rootDir, 'artifacts')
/** Vitest's own report, from the repository's root. */
export const TEST_REPORT = 'artifacts/test-report.json'
/** Which checks passed, by name. */
export const checksPath = join(artifactsDir, 'checks.json')

/**
 * The part of Vitest's JSON report that counts.
 * @typedef {object} TestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults one a file
 */

/**
 * @param {TestReport | undefined} report undefined when there is none: no test ran
 * @param {Record<string, boolean> | undefined} checks undefined when not all of them came to an end
 * @param {number} exitCode
 * @returns {{ passed: number, failed: number }}
 */
export function count(report, checks, exitCode) {
  const passed = report?.numPassedTests ?? 0
  // A file that could not be loaded has failed without a failed test.
  const brokenFiles = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const testFailures = (report?.numFailedTests ?? 0) + brokenFiles.length
  const failedChecks = Object.entries(checks ?? {}).filter(
    // Its failures are counted one by one.
    ([name, isPassed]) => !isPassed && !(name === 'tests' && testFailures > 0),
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
