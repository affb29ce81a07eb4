import { SetupError } from './setup-error.js'

/**
 * Checks that somebody can answer the questions of `init`. Called before set-up, which may take
 * minutes on a fresh clone.
 * @param {readonly string[]} args of `init`
 * @throws {SetupError} if nobody can answer
 */
export function requireAnswers(args) {
  if (args.includes('--yes') || process.stdin.isTTY) return
  throw new SetupError('This is not a terminal. Use --yes to accept the suggestions.')
}
