import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type OptionSpecs, type OptionValues, UsageError } from '@latchkey/command-line'
import { messageOfEmail, readEmail } from '@latchkey/management'
import type { MailServer, MailWay } from '../core/settings.ts'
import { parseDatabase } from '../core/storage/open.ts'
import { UserError } from '../core/user-error.ts'

const PASSWORD_VARIABLE = 'LATCHKEY_MAIL_PASSWORD'
const [SUBMISSION_PORT, SUBMISSIONS_PORT] = [587, 465]

export const MAIL_OPTIONS = {
  mail: {
    value: 'URL',
    help: `server for mail: smtps://USER@HOST[:PORT], or smtp:// with STARTTLS; its password comes from ${PASSWORD_VARIABLE}`,
    parse: mailServer,
  },
  'mail-password-file': { value: 'PATH', help: 'file with that password, instead of the variable' },
  'mail-from': {
    value: 'ADDRESS',
    help: 'sender of mail',
    parse: emailAddress,
  },
  'mail-folder': {
    value: 'DIR',
    help: 'where mail is written as .eml files without --mail, by default mail/ beside an SQLite database',
  },
} as const satisfies OptionSpecs

function emailAddress(text: string, option: string): string {
  const read = readEmail(text)
  if ('email' in read) return read.email
  throw new UsageError(`${option} is not an address for mail. ${messageOfEmail(read.problem)}`)
}

/** SECURITY: other users of the machine see the command line, so a password there is refused. */
function mailServer(text: string, option: string): Omit<MailServer, 'password'> {
  const url = URL.parse(text)
  const isTls = url?.protocol === 'smtps:'
  if (
    url === null ||
    !/^smtps?:$/.test(url.protocol) ||
    url.hostname === '' ||
    /[^/]/.test(url.pathname + url.search)
  ) {
    throw new UsageError(`${option} must be smtps://USER@HOST or smtp://USER@HOST, with a port if needed.`)
  }
  if (url.password !== '') {
    throw new UsageError(
      `${option} must not have the password: others can read it there. Put it into ${PASSWORD_VARIABLE}, or into a file for --mail-password-file.`,
    )
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = Number(url.port) || (isTls ? SUBMISSIONS_PORT : SUBMISSION_PORT)
  return { host, port, isTls, user: decodeURIComponent(url.username) }
}

/**
 * Reads how mail leaves.
 * @throws UsageError, UserError
 */
export function mailWay(
  options: OptionValues<typeof MAIL_OPTIONS>,
  databaseUrl: string,
  environment: Readonly<Record<string, string | undefined>>,
): MailWay {
  const {
    mail: server,
    'mail-from': from,
    'mail-folder': given,
    'mail-password-file': passwordPath,
  } = options
  if (server === undefined) {
    const folder = given ?? folderBeside(databaseUrl, 'mail')
    if (folder !== undefined) return { kind: 'folder', folder, from: from ?? 'latchkey@localhost' }
    // A database without a folder has no place for mails. They wait, and their list says what to
    // do.
    return { kind: 'none' }
  }
  if (from === undefined) throw new UsageError('--mail needs --mail-from, the address of the sender.')
  if (given !== undefined) throw new UsageError('Only one of --mail and --mail-folder can be given.')
  const password = passwordPath === undefined ? environment[PASSWORD_VARIABLE] : readPassword(passwordPath)
  if (server.user !== '' && !password) {
    throw new UsageError(
      `The password of ${server.user} is missing: set ${PASSWORD_VARIABLE}, or --mail-password-file.`,
    )
  }
  return { kind: 'smtp', from, server: { ...server, password: password ?? '' } }
}

/** A folder beside an SQLite database. Undefined: the database has no folder. */
export function folderBeside(databaseUrl: string, name: string): string | undefined {
  const database = parseDatabase(databaseUrl)
  const isFile = database.kind === 'sqlite' && database.path !== ':memory:'
  return isFile ? join(dirname(database.path), name) : undefined
}

function readPassword(path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd()
  } catch (error) {
    throw new UserError(`The file of --mail-password-file, ${path}, cannot be read.`, error)
  }
}
