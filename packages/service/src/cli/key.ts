import { featureNames, UsageError, wholeNumber } from '@latchkey/management/command-line'
import { createLicenseKey } from '@latchkey/protocol'
import { systemClock } from '../clock.ts'
import { camelCased } from '../domain/given.ts'
import { LAST_SECOND, LONGEST_DAYS } from '../domain/key-expiry.ts'
import { newUser } from '../domain/users.ts'
import { byCommandLine, defineStorageCommand } from './command.ts'
import { MAX_DEVICES, MOVES_PER_YEAR, projectOf } from './project.ts'

export const keyCreate = defineStorageCommand({
  name: 'key create',
  summary: 'Makes a license key.',
  description:
    'The first device that uses the key will own it. Prints {"key", "note", "vendorNote", "keyDays", "authExpire"}.',
  options: {
    'app-name': { value: 'NAME', help: 'app name of the project', isRequired: true },
    days: {
      value: 'N',
      help: 'days from the first use until it expires; without this, it never expires',
      parse: wholeNumber(1, LONGEST_DAYS),
    },
    expires: {
      value: 'SECOND',
      help: 'Unix time at which it would expire if it were used now; stored as days until the first use',
      parse: (text: string, option: string) => wholeNumber(systemClock() + 1, LAST_SECOND)(text, option),
    },
    note: { value: 'TEXT', help: 'a note that is shown to the customer' },
    'vendor-note': { value: 'TEXT', help: 'a note that only you see, such as a name or an order' },
    'max-devices': { ...MAX_DEVICES, help: `${MAX_DEVICES.help}; without this, as in its project` },
    'moves-per-year': {
      ...MOVES_PER_YEAR,
      help: `${MOVES_PER_YEAR.help}; without this, as in its project`,
    },
    features: {
      value: 'NAMES',
      help: 'its features, in addition to those of its project: a,b',
      parse: featureNames,
    },
    'updates-until': {
      value: 'SECOND',
      help: 'Unix time; versions of the app that were built later are not offered',
      parse: wholeNumber(1, LAST_SECOND),
    },
    perpetual: {
      help: 'after its end, it still works in versions of the app that were built before its end',
    },
  },

  check({ days, expires }) {
    if (days === undefined || expires === undefined) return
    throw new UsageError('--days and --expires cannot be combined. Give one of them.')
  },

  async run(options, storage) {
    const { days: keyDays, expires: authExpire, 'app-name': appName, ...others } = options
    const { id } = await projectOf(storage, appName)
    const wanted = { keyDays, authExpire, ...camelCased(others) }
    const user = newUser(createLicenseKey(), wanted, systemClock())
    const by = byCommandLine({ days: keyDays, expires: authExpire, ...others })
    const outcome = await storage.createUser(id, user, { by })
    if (outcome !== 'created') throw new Error(`The key was not made: ${outcome}.`)
    const { key, note, vendorNote } = user
    return { key, note, vendorNote, keyDays: user.keyDays, authExpire: user.authExpire }
  },
})
