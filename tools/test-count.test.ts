import { expect, test } from 'vitest'
import { count, type TestReport } from './test-count.js'

const report = (statuses: readonly string[], fileStatus = 'passed'): TestReport => ({
  numPassedTests: statuses.filter((status) => status === 'passed').length,
  numFailedTests: statuses.filter((status) => status === 'failed').length,
  testResults: [{ status: fileStatus, assertionResults: statuses.map((status) => ({ status })) }],
})
const allPassed = { 'lint and format': true, types: true, build: true, tests: true }

test('counts the tests of a clean run', () => {
  expect(count(report(['passed', 'passed', 'pending']), allPassed, 0)).toEqual({ passed: 2, failed: 0 })
})

test('a failed test counts once, and a failed check counts as one more', () => {
  const oneFailed = report(['passed', 'failed'], 'failed')
  expect(count(oneFailed, { ...allPassed, tests: false }, 1)).toEqual({ passed: 1, failed: 1 })
  expect(count(oneFailed, { ...allPassed, types: false, tests: false }, 1)).toEqual({ passed: 1, failed: 2 })
  expect(count(oneFailed, { ...allPassed, 'tests in windows': false }, 1)).toEqual({ passed: 1, failed: 1 })
  expect(count(report(['passed']), { ...allPassed, 'lint and format': false }, 1)).toEqual({
    passed: 1,
    failed: 1,
  })
})

test('a file that cannot be loaded is a failure', () => {
  expect(count(report([], 'failed'), { ...allPassed, tests: false }, 1)).toEqual({ passed: 0, failed: 1 })
})

test('an interrupted run, or a run without a report or a test, counts as a failure', () => {
  expect(count(undefined, undefined, 1)).toEqual({ passed: 0, failed: 1 })
  expect(count(undefined, allPassed, 0)).toEqual({ passed: 0, failed: 1 })
  expect(count(report(['passed']), undefined, 0)).toEqual({ passed: 1, failed: 1 })
  expect(count(report([]), allPassed, 0)).toEqual({ passed: 0, failed: 1 })
  expect(count(report(['passed']), allPassed, Number.NaN)).toEqual({ passed: 1, failed: 1 })
})

test('an error outside of a test is a failure', () => {
  expect(count(report(['passed']), { ...allPassed, tests: false }, 1)).toEqual({ passed: 1, failed: 1 })
})
