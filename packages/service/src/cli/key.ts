import { UsageError, wholeNumber } from '@latchkey/management/command-line'
import { createLicenseKey } from '@latchkey/protocol'
import { systemClock } from '../clock.ts'
import { LAST_SECOND } from '../domain/key-expiry.ts'
import { newUser } from '../domain/users.ts'
import { byCommandLine, DATABASE_OPTION, defineCommand, SERVICE_KEY_NOTE, withStorage } from './command.ts'
import { projectOf } from './project.ts'

const MOST_DAYS = 36_500

export const keyCreate = defineCommand({
  name: 'key create',
  summary: 'Makes a license key.',
  description:
    'The first device that uses the key will own it. Prints {"key", "note", "keyDays", "authExpire"}.',
  options: {
    'app-name': { value: 'NAME', help: 'of the project', isRequired: true },
    days: {
      value: 'N',
      help: 'days from the first use until it expires; without this, it never expires',
      parse: wholeNumber(1, MOST_DAYS),
    },
    expires: {
      value: 'SECOND',
      help: 'Unix time at which it would expire if it were used now; stored as days until the first use',
      parse: (text: string, option: string) => wholeNumber(systemClock() + 1, LAST_SECOND)(text, option),
    },
    note: { value: 'TEXT', help: 'shown to the user' },
    ...DATABASE_OPTION,
  },
  notes: SERVICE_KEY_NOTE,

  async run(options, terminal) {
    const { days: keyDays, expires: authExpire, note } = options
    if (keyDays !== undefined && authExpire !== undefined) {
      throw new UsageError('--days and --expires cannot be combined. Give one of them.')
    }
    await withStorage(options.database, terminal, async (storage) => {
      const { id } = await projectOf(storage, options['app-name'])
      const now = systemClock()
      const user = newUser(createLicenseKey(), { keyDays, authExpire, note }, now)
      const by = byCommandLine({ days: keyDays, expires: authExpire, note })
      const outcome = await storage.createUser(id, user, { by })
      if (outcome !== 'created') throw new Error(`The key was not made: ${outcome}.`)
      terminal.print({ key: user.key, note: user.note, keyDays: user.keyDays, authExpire: user.authExpire })
    })
  },
})
