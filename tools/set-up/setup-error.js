import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * An expected failure, such as a missing program or a failed build. The message explains to the
 * user what is wrong and how to fix it. It is printed without a stack trace.
 */
export class SetupError extends Error {}

/**
 * Prints to standard error. Standard output is for data that other programs read.
 * @param {string} line
 */
export function log(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs a script's main function and sets the exit code. Prints errors.
 * @param {() => Promise<number | void>} main resolves to the exit code; undefined means 0
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    // Any other error is a bug in the scripts, so its stack is printed.
    log(
      error instanceof SetupError
        ? `\n${error.message}`
        : `\n${error instanceof Error ? error.stack : error}`,
    )
    process.exitCode = 1
  }
}

/**
 * Whether this file is the main script, as `import.meta.main` in Node 24.
 * @param {string} url the file's `import.meta.url`
 */
export function isStarted(url) {
  const [, started] = process.argv
  return started !== undefined && realpathSync(started) === fileURLToPath(url)
}
