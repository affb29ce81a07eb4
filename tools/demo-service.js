import { join } from 'node:path'
import { endGroup, firstLine, killGroup, startGroup } from './processes.js'
import { hasService } from './service-tests.js'
import { nodePath, rootDir } from './set-up/places.js'
import { toolsEnv } from './set-up/run.js'
import { SetupError } from './set-up/setup-error.js'

const START_LIMIT_MS = 30_000

/**
 * The JSON line that `serve --demo` prints.
 * @typedef {object} DemoLine
 * @property {string} url
 * @property {string} apiKey
 * @property {string} project
 * @property {string} script ID of the project's script, which is processed shortly after the start
 * @property {string} appName
 * @property {string} executor
 * @property {string} userAgent a user agent that the project allows
 * @property {[string, string, string]} secrets
 * @property {string} plantToken
 * @property {Record<string, string>} keys name to key
 */

/**
 * Starts the license service with its demo project on a free port.
 * @param {{ database?: string, logLevel?: string, publicUrl?: string }} [options]
 *   `publicUrl`: the URL in the node list, if it is not the address where the service listens
 * @returns {Promise<DemoLine & { ended: Promise<void>, close: () => Promise<void> }>}
 *   `ended` resolves when the service exits
 */
export async function startDemoService({ database = 'sqlite::memory:', logLevel = 'warn', publicUrl } = {}) {
  if (!hasService) {
    throw new SetupError(
      'This copy does not contain the license service. To run the app with the service in .env: npm run build, then npx electron .',
    )
  }
  const service = startGroup(
    nodePath,
    [
      join(rootDir, 'packages', 'service', 'src', 'cli.ts'),
      'serve',
      '--demo',
      ...['--port', '0', '--database', database, '--log-level', logLevel],
      ...(publicUrl === undefined ? [] : ['--public-url', publicUrl]),
    ],
    { cwd: rootDir, env: toolsEnv(), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  // The service must never outlive this process.
  const kill = () => killGroup(service)
  process.once('exit', kill)
  const close = async () => {
    await endGroup(service)
    process.off('exit', kill)
  }
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => service.once('exit', () => resolve()))
  const limit = setTimeout(close, START_LIMIT_MS)
  const line = await firstLine(service.stdout)
  clearTimeout(limit)
  if (line === undefined) {
    await close()
    throw new SetupError('The license service did not start. The reason is printed above.')
  }
  return { .../** @type {DemoLine} */ (JSON.parse(line)), ended, close }
}

/**
 * Returns environment variables that connect the app to a demo service.
 * @param {DemoLine} demo
 * @returns {Record<string, string>}
 */
export function licensingEnv(demo) {
  const [first, second, third] = demo.secrets
  return {
    LATCHKEY_SYNC_URL: demo.url,
    LATCHKEY_APP_NAME: demo.appName,
    LATCHKEY_EXECUTOR: demo.executor,
    LATCHKEY_SECRET_1: first,
    LATCHKEY_SECRET_2: second,
    LATCHKEY_SECRET_3: third,
    LATCHKEY_USER_AGENT: demo.userAgent,
  }
}

/**
 * Returns this process's environment for the app, without variables that would change its
 * behaviour.
 * @param {Record<string, string>} settings
 * @returns {Record<string, string>}
 */
export function cleanAppEnv(settings) {
  const inherited = Object.entries(process.env).filter(
    // Editors that are Electron apps set ELECTRON_RUN_AS_NODE in their terminals.
    ([name, value]) =>
      value !== undefined && !name.startsWith('LATCHKEY_') && name !== 'ELECTRON_RUN_AS_NODE',
  )
  return { .../** @type {Record<string, string>} */ (Object.fromEntries(inherited)), ...settings }
}
