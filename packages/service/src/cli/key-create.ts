import { createLicenseKey } from '@latchkey/protocol'
import { systemClock } from '../clock.ts'
import { LAST_SECOND } from '../domain/key-expiry.ts'
import { newUser } from '../domain/users.ts'
import { fingerprintOf } from '../security/fingerprint.ts'
import { UsageError, UserError } from '../user-error.ts'
import { DATABASE_OPTION, defineCommand, SERVICE_KEY_NOTE, wholeNumber, withStorage } from './command.ts'

const MOST_DAYS = 36_500

/** Options whose names are noted in the audit trail. */
const NOTED = ['days', 'expires', 'note'] as const

export const keyCreate = defineCommand({
  name: 'key create',
  summary: 'make a license key',
  description:
    'Makes a license key, which the first device that uses it will own, and prints {"key", "note", "keyDays", "authExpire"}.',
  options: {
    'app-name': { value: 'NAME', help: 'of the project', isRequired: true },
    days: { value: 'N', help: 'days from the first use until it expires; without this, it never expires' },
    expires: {
      value: 'SECOND',
      help: 'Unix time at which it would expire if it were used now; stored as days until the first use',
    },
    note: { value: 'TEXT', help: 'shown to the user' },
    ...DATABASE_OPTION,
  },
  notes: SERVICE_KEY_NOTE,

  async run(options, terminal) {
    const appName = options['app-name']
    if (options.days !== undefined && options.expires !== undefined) {
      throw new UsageError('--days and --expires cannot be combined. Give one of them.')
    }
    const now = systemClock()
    const wanted = {
      keyDays: options.days === undefined ? undefined : wholeNumber(options.days, '--days', 1, MOST_DAYS),
      authExpire:
        options.expires === undefined
          ? undefined
          : wholeNumber(options.expires, '--expires', now + 1, LAST_SECOND),
      note: options.note,
    }

    await withStorage(options.database, terminal, async (storage) => {
      const project = await storage.findProjectByAppName(appName)
      if (project === undefined) {
        throw new UserError(
          `There is no project with the app name ${appName}. Create it with: project create`,
        )
      }
      const user = newUser(createLicenseKey(), wanted, now)
      const outcome = await storage.createUser(project.id, user, {
        audit: {
          at: now,
          actor: 'command-line',
          address: '',
          action: 'key create',
          subject: fingerprintOf(user.key),
          fields: NOTED.filter((name) => options[name] !== undefined),
        },
      })
      if (outcome !== 'created') throw new Error(`The key was not made: ${outcome}.`)
      terminal.print({ key: user.key, note: user.note, keyDays: user.keyDays, authExpire: user.authExpire })
    })
  },
})
