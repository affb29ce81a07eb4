import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Something this machine lacks. The message is one or two sentences for the person in front of it: what is
 * missing, and the remedy. Never shown with a stack trace.
 */
export class SetupError extends Error {}

/**
 * Progress goes to standard error, so that what a script prints for other programs stays clean.
 * @param {string} line
 */
export function log(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs a script's main function and turns what goes wrong into its exit code.
 * @param {() => Promise<number | void>} main resolves to the exit code; nothing means 0
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    // Anything but a missing piece is a bug in the scripts, and its stack is worth having.
    log(
      error instanceof SetupError
        ? `\n${error.message}`
        : `\n${error instanceof Error ? error.stack : error}`,
    )
    process.exitCode = 1
  }
}

/**
 * Whether Node was started with this file, so that a script can be imported as well.
 * @param {string} url the file's `import.meta.url`
 */
export function isStarted(url) {
  const [, started] = process.argv
  return started !== undefined && realpathSync(started) === fileURLToPath(url)
}
