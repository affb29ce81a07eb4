/**
 * Runs set-up and all checks. A failed check does not stop the others. Exits with code 1 if any
 * failed.
 * Usage: npm test
 *        npm run test:long   (with all iterations of the fuzz tests and fault injection tests)
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenStale } from './build.js'
import { hasService } from './service-tests.js'
import { rootDir } from './set-up/places.js'
import { runToEnd, toolsEnv } from './set-up/run.js'
import { log, runMain, SetupError } from './set-up/setup-error.js'
import { setUp } from './set-up.js'
import { checkTemplateSize } from './template-size.js'
import { artifactsDir, checksPath, TEST_REPORT } from './test-count.js'
import { checkTypes } from './typecheck.js'

const VITEST = ['run', ...['--reporter=default', '--reporter=json', `--outputFile.json=${TEST_REPORT}`]]

// By default Biome also uses colours when its output is not a terminal.
const BIOME = ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.']

/** @type {readonly { name: string, run: () => Promise<boolean> }[]} */
const CHECKS = [
  { name: 'lint and format', run: () => tool('biome', BIOME) },
  { name: 'types', run: checkTypes },
  // Without the service, much of what it needs from other packages is unused.
  ...(hasService ? [{ name: 'unused code', run: () => tool('knip', ['-c', 'tools/knip.jsonc']) }] : []),
  { name: 'size of the template', run: async () => checkTemplateSize() },
  { name: 'build', run: build },
  { name: 'tests', run: () => tool('vitest', VITEST) },
]

await runMain(async () => {
  for (const path of [join(rootDir, TEST_REPORT), checksPath]) rmSync(path, { force: true })
  await setUp()
  if (process.argv.includes('--long')) process.env['LATCHKEY_LONG_TESTS'] = '1'

  /** @type {Record<string, boolean>} */
  const outcomes = {}
  for (const { name, run } of CHECKS) {
    log(`\n--- ${name}`)
    outcomes[name] = await run()
  }
  mkdirSync(artifactsDir, { recursive: true })
  writeFileSync(checksPath, JSON.stringify(outcomes))
  log(`\n${CHECKS.map(({ name }) => `${outcomes[name] ? 'ok    ' : 'FAILED'} ${name}`).join('\n')}`)
  return Object.values(outcomes).every(Boolean) ? 0 : 1
})

/** @param {string} name @param {string[]} args */
function tool(name, args) {
  return runToEnd(name, args, { cwd: rootDir, env: toolsEnv() })
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
