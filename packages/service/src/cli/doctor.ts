import { UsageError, wholeNumber } from '@latchkey/management/command-line'
import { systemClock } from '../clock.ts'
import { examine, type Finding } from '../operations/doctor.ts'
import { inspectDatabase } from '../storage/inspect.ts'
import { parseDatabase, redactUrl, SERVICE_KEY_VARIABLE } from '../storage/open.ts'
import { UserError } from '../user-error.ts'
import { DATABASE_OPTION, databaseUrl, defineCommand } from './command.ts'

const SIGNS = { ok: 'ok     ', problem: 'PROBLEM', skipped: '-      ' } as const

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Looks at a running service, and prints what is wrong and what to do.',
  description: 'Changes nothing. The exit status is 1 when there is a problem.',
  options: {
    ...DATABASE_OPTION,
    'public-url': { value: 'URL', help: 'where apps reach the service, as for serve', parse: publicUrl },
    backup: { value: 'PATH', help: 'the backup, or the folder with the backups' },
    'backup-hours': {
      value: 'N',
      help: 'how old the newest may be',
      fallback: 26,
      parse: wholeNumber(1, 100_000),
    },
    'free-mb': {
      value: 'N',
      help: 'the least free space for an SQLite database',
      fallback: 1_000,
      parse: wholeNumber(0, 1e12),
    },
    json: { help: 'print {"CHECK": {"status", "message", "remedy"}}' },
  },

  async run(options, terminal) {
    const url = databaseUrl(options.database, terminal)
    const database = parseDatabase(url)
    const now = systemClock()
    const findings = await examine({
      database,
      databaseName: redactUrl(url),
      inspection: await inspectDatabase(database, now).catch((error: unknown) => ({
        failure: error instanceof Error ? error.message : String(error),
      })),
      givenKey: terminal.environment[SERVICE_KEY_VARIABLE],
      now,
      publicUrl: options['public-url'],
      backupPath: options.backup,
      backupHours: options['backup-hours'],
      freeBytes: options['free-mb'] * 1_000_000,
    })
    if (options.json) terminal.print(findings)
    else process.stdout.write(describe(findings))
    const problems = Object.values(findings).filter(({ status }) => status === 'problem').length
    if (problems > 0)
      throw new UserError(problems === 1 ? 'There is 1 problem.' : `There are ${problems} problems.`)
  },
})

function publicUrl(text: string, option: string): URL {
  const url = URL.parse(text.endsWith('/') ? text : `${text}/`)
  if (url !== null && /^https?:$/.test(url.protocol)) return url
  throw new UsageError(`${option} must be an https: address.`)
}

const describe = (findings: Readonly<Record<string, Finding>>): string =>
  Object.entries(findings)
    .flatMap(([name, { status, message, remedy }]) => [
      `${SIGNS[status]}  ${name}: ${message}`,
      ...(remedy === undefined ? [] : [`         ${remedy}`]),
    ])
    .map((line) => `${line}\n`)
    .join('')
