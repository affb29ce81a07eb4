import { spawn, spawnSync } from 'node:child_process'
import { delimiter, isAbsolute } from 'node:path'
import { binDir } from './places.js'

/** @returns {NodeJS.ProcessEnv} this process's, with the project's own Node and tools first on the path */
export function toolsEnv() {
  // Windows spells the name `Path`, and a second spelling beside it would win or lose at random.
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...process.env, [name]: `${binDir}${delimiter}${process.env[name] ?? ''}` }
}

/**
 * Runs a command to its end. A command that does not exist or outlives its limit counts as failed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ limitMs?: number, cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {{ ok: boolean, output: string, stdout: string }} `output` is both streams, for an error message
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
  const trouble = result.error ? `${result.error.message}\n` : ''
  return {
    ok: result.status === 0 && result.error === undefined,
    stdout,
    output: `${trouble}${result.stderr ?? ''}${stdout}`,
  }
}

/**
 * Runs a command to its end with this terminal's output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, quiet?: boolean, asks?: boolean }} options `quiet` keeps what it prints
 *   until it fails; `asks` lets it read what is typed
 * @returns {Promise<boolean>} whether it ended with exit code 0
 */
export function runToEnd(command, args, { cwd, env = toolsEnv(), quiet = false, asks = false }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: [asks ? 'inherit' : 'ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      shell: needsShell(command),
    })
    /** @type {Buffer[]} */
    const kept = []
    child.stdout?.on('data', (chunk) => kept.push(chunk))
    child.stderr?.on('data', (chunk) => kept.push(chunk))
    child.once('error', () => resolve(false))
    child.once('close', (code) => {
      if (code !== 0 && quiet) process.stderr.write(Buffer.concat(kept))
      resolve(code === 0)
    })
  })
}

/**
 * npm and the packages' tools are .cmd files on Windows, which only a shell can start. A shell takes arguments
 * apart at their spaces, so what is passed to such a tool has none.
 * @param {string} command
 */
const needsShell = (command) => process.platform === 'win32' && !isAbsolute(command)

/**
 * @param {string} output of a command that failed
 * @returns {string} its most telling line, to stand inside a sentence
 */
export function reasonIn(output) {
  const lines = output.split('\n').map((line) => line.trim())
  const reason =
    // npm says first which of its codes it is, and what happened later.
    lines.find((line) => /error/i.test(line) && !/^(at |npm error (code|errno|syscall|path) )/.test(line)) ??
    lines.find((line) => line !== '') ??
    'no reason given'
  return reason
    .replace(/^(npm error |[A-Za-z]*Error: )/, '')
    .replace(/\.$/, '')
    .slice(0, 200)
}
