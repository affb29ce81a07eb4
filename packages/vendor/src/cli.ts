#!/usr/bin/env node
import { setTimeout } from 'node:timers/promises'
import packageJson from '../package.json' with { type: 'json' }
import { run } from './run.ts'

// The reader of a pipe may close it early, as `head` does. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  version: packageJson.version,
  wait: (ms) => setTimeout(ms),
  clock: Date.now,
})
