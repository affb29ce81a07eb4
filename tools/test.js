/**
 * Runs set-up and all checks. A failed check does not stop the others. Exits with code 1 if any
 * failed.
 * Usage: npm test
 *        npm run test:long   (with all iterations of the fuzz tests and fault injection tests, and mutants)
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenStale } from './build.js'
import { checkLaunches, forgetLaunches } from './launches.js'
import { hasSample } from './sample-tests.js'
import { hasService } from './service-tests.js'
import { installPackages } from './set-up/packages.js'
import { cacheDir, rootDir } from './set-up/places.js'
import { runToEnd, toolsEnv } from './set-up/run.js'
import { log, runMain, SetupError } from './set-up/setup-error.js'
import { checkTemplateSize } from './template-size.js'
import { artifactsDir, checksPath, TEST_REPORT } from './test-count.js'
import { checkTypes } from './typecheck.js'

// By default Biome also uses colours when its output is not a terminal.
const BIOME = ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.']

/**
 * The parts of the tests. Each is a process of Vitest, which loads only the modules of its
 * projects.
 */
const PARTS = ['node', 'postgres', 'windows', 'console']
/** @param {string} part */
const reportPath = (part) => join(artifactsDir, `test-report-${part}.json`)

/** @typedef {{ name: string, run: () => Promise<boolean> }} Check */

/**
 * These checks run before the others, because a build writes a temporary file beside its
 * configuration.
 */
const FIRST_CHECKS = [
  { name: 'lint and format', run: () => tool('biome', BIOME) },
  // The size is checked only for the template: an app may have any size.
  ...(hasSample ? [{ name: 'size of the template', run: async () => checkTemplateSize() }] : []),
]
const SET_UP = { name: 'set-up', run: () => tool('node', ['tools/set-up.js']) }
// The packages are built once, because several tests install them.
const PACKAGES = { name: 'build of packages', run: () => tool('node', ['tools/packages/build.ts']) }
const STATIC_CHECKS = [
  { name: 'types', run: checkTypes },
  // Only with the service: without it, much of the code that it needs from other packages is
  // unused.
  ...(hasService ? [{ name: 'unused code', run: () => tool('knip', ['-c', 'tools/knip.jsonc']) }] : []),
]
/** These checks need no Electron, so they run beside the set-up, most of which is a download. */
const CHECKS = [
  {
    name: 'tests',
    run: () =>
      vitest('node', ['--project=node', '--project=app', '--project=renderer', '--maxWorkers=2'], {
        isBackground: true,
      }),
  },
]
const WINDOW_CHECKS = [
  { name: 'build', run: build },
  // At most two windows are open at a time, and they often wait.
  { name: 'tests in windows', run: () => vitest('windows', ['--project=windows'], { quiet: true }) },
  { name: 'launches of windows', run: async () => checkLaunches() },
]
const TEST_TOOLS = hasService
  ? [{ name: 'programs for tests', run: () => tool('node', ['tools/set-up/test-tools.js']) }]
  : []
const POSTGRES_CHECKS = hasService
  ? [
      {
        name: 'tests on PostgreSQL',
        run: () =>
          vitest('postgres', ['--project=postgres', '--maxWorkers=1'], { quiet: true, isBackground: true }),
      },
    ]
  : []
const CONSOLE_CHECKS = hasService
  ? [
      {
        name: 'tests of the console',
        run: () => vitest('console', ['--project=console*', '--maxWorkers=1'], { quiet: true }),
      },
    ]
  : []

const LONG_CHECKS = [
  { name: 'mutants', run: () => tool('stryker', ['run', 'tools/mutation/stryker.config.json']) },
]

await runMain(async () => {
  for (const path of [join(rootDir, TEST_REPORT), checksPath, ...PARTS.map(reportPath)])
    rmSync(path, { force: true })
  forgetLaunches()
  await installPackages()
  // Many tests start programs of this repository. With this cache, Node compiles each module once.
  process.env['BUILT_PACKAGES'] = join(artifactsDir, 'packages')
  process.env['NODE_COMPILE_CACHE'] = join(cacheDir, 'compiled')
  const isLong = process.argv.includes('--long')
  if (isLong) process.env['LATCHKEY_LONG_TESTS'] = '1'

  mkdirSync(artifactsDir, { recursive: true })
  /** @type {Record<string, boolean>} */
  const outcomes = {}
  /** @param {readonly Check[]} checks */
  const runAll = async (checks) => {
    for (const { name, run } of checks) {
      log(`\n--- ${name}`)
      outcomes[name] = await run()
      if (!outcomes[name]) log(`\n--- ${name}: FAILED`)
    }
  }
  await runAll(FIRST_CHECKS)
  const setUp = runAll([SET_UP])
  const packages = runAll([PACKAGES])
  const testTools = Promise.all([runAll(TEST_TOOLS), packages])
  // Four processes of Vitest, although there may be two processors: each of them often waits. Windows
  // and browsers go first: they take longest, and what a person sees in them must not be slow.
  await Promise.all([
    runAll(STATIC_CHECKS),
    packages.then(() => runAll(CHECKS)),
    packages.then(() => runAll(POSTGRES_CHECKS)),
    testTools.then(() => runAll(CONSOLE_CHECKS)),
    Promise.all([testTools, setUp]).then(() => runAll(outcomes[SET_UP.name] ? WINDOW_CHECKS : [])),
  ])
  if (isLong) await runAll(LONG_CHECKS)
  mergeReports()
  writeFileSync(checksPath, JSON.stringify(outcomes))
  const lines = Object.entries(outcomes).map(
    ([name, isPassed]) => `${isPassed ? 'ok    ' : 'FAILED'} ${name}`,
  )
  log(`\n${lines.join('\n')}`)
  return Object.values(outcomes).every(Boolean) ? 0 : 1
})

/** @param {string} part @param {string[]} args @param {{ quiet?: boolean, isBackground?: boolean }} [options] */
function vitest(part, args, options) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath(part)}`]
  return tool('vitest', ['run', ...reporters, ...args], options)
}

/** Writes one report of all parts. A part without a report has failed as a check. */
function mergeReports() {
  const reports = PARTS.filter((part) => existsSync(reportPath(part))).map((part) =>
    JSON.parse(readFileSync(reportPath(part), 'utf8')),
  )
  /** @param {'numPassedTests' | 'numFailedTests'} name */
  const sum = (name) => reports.reduce((total, report) => total + report[name], 0)
  const merged = {
    numPassedTests: sum('numPassedTests'),
    numFailedTests: sum('numFailedTests'),
    testResults: reports.flatMap(({ testResults }) => testResults),
  }
  writeFileSync(join(rootDir, TEST_REPORT), JSON.stringify(merged))
}

/** @param {string} name @param {string[]} args @param {{ quiet?: boolean, isBackground?: boolean }} [options] */
function tool(name, args, options) {
  return runToEnd(name, args, { cwd: rootDir, env: toolsEnv(), ...options })
}

async function build() {
  try {
    await buildWhenStale()
    return true
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    log(error.message)
    return false
  }
}
