import { createInterface } from 'node:readline'
import { plainText } from './output.ts'
import type { Terminal } from './read-api-key.ts'

/** Asks a question that is answered with yes or no. No, if there is no terminal. */
export async function confirm(
  question: string,
  stdin: Terminal,
  stderr: { write(text: string): unknown },
): Promise<boolean> {
  if (stdin.isTTY !== true) return false
  const lines = createInterface({ input: stdin })
  stderr.write(`${plainText(question)} [y/N] `)
  const typed = await new Promise<string>((resolve) => {
    lines.once('line', resolve).once('close', () => resolve(''))
  })
  lines.close()
  return /^y(es)?$/i.test(typed.trim())
}
