import { describeFailure, type Unsuccessful } from '../client/outcome.ts'
import { type ExitCode, exitCodeOf } from './exit-codes.ts'
import { plainJson, plainText, withoutControls } from './plain-text.ts'

export interface Output {
  readonly isJson: boolean
  /** Data: one JSON document with `--json`, otherwise lines for people. */
  show(value: unknown, lines: readonly string[]): void
  /** Data as it comes, for people: a line of standard output. */
  line(text: string): void
  /** Talk: a line of standard error. */
  say(text: string): void
  /** Talk that takes the place of what it said before, in a terminal; elsewhere a line of its own. */
  status(text: string): void
  /** Tells why something was not done. With `--json` the same goes to standard output, as `{"error": …}`. */
  refuse(outcome: Unsuccessful): ExitCode
}

export interface Streams {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean }
}

/** Back to the beginning, and everything on the line away. */
const BEGIN_LINE = '\r\u001b[2K'

export function createOutput({ stdout, stderr }: Streams, isJson: boolean): Output {
  const line = (text: string) => void stdout.write(`${withoutControls(text)}\n`)
  let isStatusOpen = false
  const say = (text: string) => {
    stderr.write(`${isStatusOpen ? '\n' : ''}${plainText(text)}\n`)
    isStatusOpen = false
  }
  const json = (value: unknown) => void stdout.write(`${plainJson(value)}\n`)
  return {
    isJson,
    line,
    say,
    status(text) {
      if (stderr.isTTY !== true) return say(text)
      stderr.write(`${BEGIN_LINE}${plainText(text)}`)
      isStatusOpen = true
    },
    show(value, lines) {
      if (isJson) json(value)
      else for (const each of lines) line(each)
    },
    refuse(outcome) {
      if (isJson) json({ error: errorOf(outcome) })
      say(sentenceOf(outcome))
      return exitCodeOf(outcome)
    },
  }
}

/** Why something was not done, for people. */
export function sentenceOf(outcome: Unsuccessful): string {
  switch (outcome.kind) {
    case 'refused': {
      const wait = outcome.retryAfterSeconds
      const hint = wait === undefined ? '' : ` Try again in ${wait} s.`
      return `Refused (${outcome.status}): ${outcome.message}${hint}`
    }
    case 'challenged':
      return `Challenged, and the challenge could not be met (${outcome.difficulty} bits): ${outcome.message}`
    case 'failed':
      return describeFailure(outcome.failure)
  }
}

const errorOf = (outcome: Unsuccessful): object =>
  outcome.kind === 'failed' ? { ...outcome, message: describeFailure(outcome.failure) } : outcome
