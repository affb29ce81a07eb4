import { spawn, spawnSync } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { delimiter, isAbsolute } from 'node:path'
import { binDir } from './places.js'

/** @returns {NodeJS.ProcessEnv} the environment, with the project's Node and tools first in PATH */
export function toolsEnv() {
  // On Windows the variable is called `Path`. Adding `PATH` would create a duplicate.
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...process.env, [name]: `${binDir}${delimiter}${process.env[name] ?? ''}` }
}

/**
 * Runs a command and waits for it. Does not throw if the command is missing or exceeds the time
 * limit.
 * @param {string} command
 * @param {string[]} args
 * @param {{ limitMs?: number, cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {{ ok: boolean, output: string, stdout: string }} `output` contains both streams, for error messages
 */
export function tryRun(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: options.cwd,
    env: options.env ?? toolsEnv(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: options.limitMs,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: needsShell(command),
  })
  const stdout = result.stdout ?? ''
  const error = result.error ? `${result.error.message}\n` : ''
  return {
    ok: result.status === 0 && result.error === undefined,
    stdout,
    output: `${error}${result.stderr ?? ''}${stdout}`,
  }
}

/**
 * Runs a command with its output on this terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, quiet?: boolean, isBackground?: boolean }} options
 *   `quiet` prints the output only if the command fails; with `isBackground`, other processes get
 *   the processors first
 * @returns {Promise<boolean>} whether it ended with exit code 0
 */
export function runToEnd(command, args, { cwd, env = toolsEnv(), quiet = false, isBackground = false }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      shell: needsShell(command),
    })
    // Its own processes inherit the priority.
    if (isBackground && child.pid !== undefined) {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    }
    /** @type {Buffer[]} */
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    child.once('error', () => resolve(false))
    child.once('close', (code) => {
      if (code !== 0 && quiet) process.stderr.write(Buffer.concat(chunks))
      resolve(code === 0)
    })
  })
}

/**
 * On Windows, npm and the tools in node_modules are .cmd files, which need a shell. The shell
 * splits arguments at spaces, so arguments of these tools must not contain any.
 * @param {string} command
 */
const needsShell = (command) => process.platform === 'win32' && !isAbsolute(command)

/**
 * @param {string} output of a command that failed
 * @returns {string} the line that best explains the failure, for use inside a sentence
 */
export function reasonIn(output) {
  const lines = output.split('\n').map((line) => line.trim())
  const reason =
    // npm prints its error code first and the explanation later.
    lines.find((line) => /error/i.test(line) && !/^(at |npm error (code|errno|syscall|path) )/.test(line)) ??
    lines.find((line) => line !== '') ??
    'no reason given'
  return reason
    .replace(/^(npm error |[A-Za-z]*Error: )/, '')
    .replace(/\.$/, '')
    .slice(0, 200)
}
