import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { run } from '../../packages/vendor/src/run.ts'

/**
 * Runs the vendor's command line in this process: starting a program takes a second of processor
 * time. The tests of the program itself do start it.
 * @returns what it wrote to standard output
 * @throws Error with its messages, if it does not exit with 0
 */
export async function runLatchkey(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const written = { stdout: '', stderr: '' }
  const into = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text
    },
  })
  const code = await run(argv, {
    env,
    stdin: new PassThrough(),
    stdout: into('stdout'),
    stderr: into('stderr'),
    version: '0.0.0',
    wait: (ms) => setTimeout(ms),
    clock: Date.now,
  })
  if (code !== 0) throw new Error(written.stderr)
  return written.stdout
}
