import { wholeNumber } from '@latchkey/command-line'
import { systemClock } from '../core/clock.ts'
import { BACKUP_HOURS, examineService, type Findings, FREE_MB } from '../core/operations/doctor.ts'
import { UserError } from '../core/user-error.ts'
import { EXAMINATIONS } from '../modules.ts'
import { baseUrl, DATABASE_OPTION, databaseUrl, defineCommand } from './command.ts'

const SIGNS = { ok: 'ok     ', problem: 'PROBLEM', skipped: '-      ' } as const

const webAddress = (text: string, option: string): URL => new URL(baseUrl(text, option))

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Looks at a running service, and prints what is wrong and what to do.',
  description: 'Changes nothing. The exit status is 1 when there is a problem.',
  options: {
    ...DATABASE_OPTION,
    'public-url': { value: 'URL', help: 'where apps reach the service, as for serve', parse: webAddress },
    'console-url': { value: 'URL', help: 'where people reach the console, as for serve', parse: webAddress },
    backup: { value: 'PATH', help: 'the backup, or the folder with the backups' },
    'backup-hours': {
      value: 'N',
      help: 'how many hours old the newest backup may be',
      fallback: BACKUP_HOURS,
      parse: wholeNumber(1, 100_000),
    },
    'free-mb': {
      value: 'N',
      help: 'how many MB must be free on the disk of an SQLite database',
      fallback: FREE_MB,
      parse: wholeNumber(0, 1e12),
    },
    json: { help: 'print {"CHECK": {"status", "code", "message", "remedy", "values"}}' },
  },

  async run(options, terminal) {
    const url = databaseUrl(options.database, terminal)
    const findings = await examineService(url, terminal.environment, systemClock(), {
      publicUrl: options['public-url'],
      consoleUrl: options['console-url'],
      backupPath: options.backup,
      backupHours: options['backup-hours'],
      freeMb: options['free-mb'],
      examinations: EXAMINATIONS,
    })
    if (options.json) terminal.print(findings)
    else process.stdout.write(describe(findings))
    const problems = Object.values(findings).filter(({ status }) => status === 'problem').length
    if (problems > 0)
      throw new UserError(problems === 1 ? 'There is 1 problem.' : `There are ${problems} problems.`)
  },
})

const describe = (findings: Findings): string =>
  Object.entries(findings)
    .flatMap(([name, { status, message, remedy }]) => [
      `${SIGNS[status]}  ${name}: ${message}`,
      ...(remedy === undefined ? [] : [`         ${remedy}`]),
    ])
    .map((line) => `${line}\n`)
    .join('')
