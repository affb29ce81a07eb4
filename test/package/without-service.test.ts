import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { toolsEnv } from '../../tools/set-up/run.js'
import { copyRepository } from '../support/copy-repository.ts'

// Collecting the tests loads every module they need; `npm run test:long` runs them as well.
const VITEST = process.env['LATCHKEY_LONG_TESTS'] === '1' ? ['run'] : ['list']

test('the app builds and tests without packages/service and packages/vendor', {
  timeout: 600_000,
}, async () => {
  const copy = await copyRepository({ without: ['packages/service', 'packages/vendor'] })
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(join(copy.dir, 'node_modules/.bin', command), args, {
      cwd: copy.dir,
      env: toolsEnv(),
      maxBuffer: 1 << 26,
      shell: process.platform === 'win32',
    })
  try {
    await promisify(execFile)(process.execPath, ['tools/typecheck.js'], { cwd: copy.dir, env: toolsEnv() })
    await run('electron-vite', 'build', '--logLevel', 'warn')
    expect(existsSync(join(copy.dir, 'out/main/index.cjs'))).toBe(true)
    const { stdout } = await run('vitest', ...VITEST, '--project', 'node', '--project', 'renderer')
    expect(stdout).toContain('key-exchange.test.ts')
    expect(stdout).not.toContain('packages/service')
  } finally {
    await copy.remove()
  }
})
