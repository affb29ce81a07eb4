#!/usr/bin/env node
import { UserError } from './core/user-error.ts'

const EXIT_FAILED = 1
const EXIT_MISUSED = 2

/** The first Node with a stable `node:sqlite`. */
const OLDEST_NODE = 24

try {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    throw new UserError(
      `latchkey-service needs Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}. ` +
        'Install it from nodejs.org, or in your project: npm install --save-dev node@24',
    )
  }
  // Imported after the check: an older Node cannot resolve `node:sqlite`.
  const { runCommandLine } = await import('./cli/command-line.ts')
  const text = await runCommandLine(process.argv.slice(2), {
    environment: process.env,
    print: (data) => process.stdout.write(`${JSON.stringify(data)}\n`),
  })
  if (text !== undefined) process.stdout.write(`${text}\n`)
} catch (error) {
  process.stderr.write(`${describe(error)}\n`)
  process.exitCode = isMisuse(error) ? EXIT_MISUSED : EXIT_FAILED
}

/** Compares the name of the class, which is in a module that an older Node may not load. */
function isMisuse(error: unknown): error is Error {
  return error instanceof Error && error.name === 'UsageError'
}

/** A bug gets its stack trace, because the user cannot solve it. */
function describe(error: unknown): string {
  if (error instanceof UserError || isMisuse(error)) return error.message
  return error instanceof Error && error.stack !== undefined ? error.stack : String(error)
}
