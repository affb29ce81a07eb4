import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { UsageError } from '@latchkey/command-line'
import { isApiKey } from '../client/connection.ts'
import { plainText } from './output.ts'

/** The part of `process.stdin` that is used. */
export interface Terminal extends NodeJS.ReadableStream {
  readonly isTTY?: boolean | undefined
}

type Environment = Readonly<Record<string, string | undefined>>
interface Console {
  readonly env: Environment
  readonly stdin: Terminal
  readonly stderr: { write(text: string): unknown }
}

/**
 * Reads the API key from the environment or a prompt.
 * SECURITY: it is never printed, not even in an error message.
 */
export async function readApiKey(parts: Console): Promise<string> {
  const apiKey = await readHidden('API key', 'LATCHKEY_API_KEY', parts)
  if (!isApiKey(apiKey))
    throw new UsageError('This is not an API key: it contains characters that are not allowed.')
  return apiKey
}

/**
 * Reads the secret of a shop: from its option, of which `-` is standard input; otherwise from the
 * environment or a prompt.
 */
export async function readShopSecret(option: string | undefined, parts: Console): Promise<string> {
  const { stdin, stderr } = parts
  if (option === undefined) return readHidden('secret', 'LATCHKEY_SHOP_SECRET', parts)
  if (option === '-') {
    const chunks: Buffer[] = []
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks).toString('utf8').trim()
  }
  stderr.write(
    'Careful: other users of this computer can read arguments, and shells store them. --secret - reads standard input.\n',
  )
  return option
}

/** Reads the passphrase of the files with the keys for releases. */
export const readPassphrase = (parts: Console): Promise<string> =>
  readHidden('passphrase of the release keys', 'LATCHKEY_RELEASE_PASSPHRASE', parts)

/** Reads a text from the environment or a prompt, which does not show it. */
async function readHidden(what: string, variable: string, { env, stdin, stderr }: Console): Promise<string> {
  const known = env[variable]?.trim()
  if (known) return known
  if (stdin.isTTY !== true) {
    throw new UsageError(`There is no ${what}. Set ${variable}, or run this command in a terminal.`)
  }
  // Readline turns off the terminal's echo, and writes its own to `output`, which discards it.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: stdin, output, terminal: true, historySize: 0 })
  // Ctrl-D cancels a line that is not empty, too.
  stdin.on('keypress', (_, key) => key.ctrl && key.name === 'd' && prompt.close())
  stderr.write(`${what.charAt(0).toUpperCase()}${what.slice(1)}: `)
  const typed = (await readLine(prompt)).trim()
  stderr.write('\n')
  if (typed === '') throw new UsageError(`No ${what} was given.`)
  return typed
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
