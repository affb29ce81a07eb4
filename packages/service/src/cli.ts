#!/usr/bin/env node
import { UsageError } from '@latchkey/management/command-line'
import { runCommandLine } from './cli/command-line.ts'
import { UserError } from './user-error.ts'

const EXIT_FAILED = 1
const EXIT_MISUSED = 2

try {
  const text = await runCommandLine(process.argv.slice(2), {
    environment: process.env,
    print: (data) => process.stdout.write(`${JSON.stringify(data)}\n`),
  })
  if (text !== undefined) process.stdout.write(`${text}\n`)
} catch (error) {
  process.stderr.write(`${describe(error)}\n`)
  process.exitCode = error instanceof UsageError ? EXIT_MISUSED : EXIT_FAILED
}

/** A bug gets its stack trace, because its reader cannot put it right. */
function describe(error: unknown): string {
  if (error instanceof UserError || error instanceof UsageError) return error.message
  return error instanceof Error && error.stack !== undefined ? error.stack : String(error)
}
