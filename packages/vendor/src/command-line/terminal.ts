import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { UsageError } from '@latchkey/command-line'
import { isApiKey } from '../client/connection.ts'
import { plainText } from './output.ts'

/** The part of `process.stdin` that is used. */
export interface Terminal extends NodeJS.ReadableStream {
  readonly isTTY?: boolean | undefined
}

/**
 * Reads the API key from the environment or a prompt.
 * SECURITY: it is never printed, not even in an error message.
 */
export async function readApiKey(
  env: Readonly<Record<string, string | undefined>>,
  stdin: Terminal,
  stderr: { write(text: string): unknown },
): Promise<string> {
  const apiKey = env['LATCHKEY_API_KEY']?.trim() || (await promptForApiKey(stdin, stderr))
  if (!isApiKey(apiKey))
    throw new UsageError('This is not an API key: it contains characters that are not allowed.')
  return apiKey
}

async function promptForApiKey(stdin: Terminal, stderr: { write(text: string): unknown }): Promise<string> {
  if (stdin.isTTY !== true) {
    throw new UsageError('There is no API key. Set LATCHKEY_API_KEY, or run this command in a terminal.')
  }
  // Readline turns off the terminal's echo, and writes its own to `output`, which discards it.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: stdin, output, terminal: true, historySize: 0 })
  // Ctrl-D cancels a line that is not empty, too.
  stdin.on('keypress', (_, key) => key.ctrl && key.name === 'd' && prompt.close())
  stderr.write('API key: ')
  const typed = await readLine(prompt)
  stderr.write('\n')
  if (typed.trim() === '') throw new UsageError('No API key was given.')
  return typed.trim()
}

/** Asks a question that is answered with yes or no. No, if there is no terminal. */
export async function confirm(
  question: string,
  stdin: Terminal,
  stderr: { write(text: string): unknown },
): Promise<boolean> {
  if (stdin.isTTY !== true) return false
  const lines = createInterface({ input: stdin })
  stderr.write(`${plainText(question)} [y/N] `)
  return /^y(es)?$/i.test((await readLine(lines)).trim())
}

/** Reads the next line; empty if the input ends before it. */
async function readLine(lines: Interface): Promise<string> {
  const typed = await new Promise<string>((resolve) => {
    lines.once('line', resolve).once('close', () => resolve(''))
  })
  lines.close()
  return typed
}
