import type { LicenseKey } from '@latchkey/protocol'
import { createSeededRandom } from '../../packages/client/src/license/testing/seeded-random.ts'
import { decideUse } from '../../packages/service/src/checks/check-key.ts'
import {
  type EventEntry,
  eventsOfChange,
  eventsOfCheck,
} from '../../packages/service/src/core/event-log/events.ts'
import { definedFields } from '../../packages/service/src/core/fields.ts'
import { newLicense } from '../../packages/service/src/core/license/license.ts'
import type { MoveRules } from '../../packages/service/src/devices/moves.ts'
import { decideReset } from '../../packages/service/src/devices/reset-device.ts'

/** The people who use one key, and their computers. */
export interface Customer {
  readonly people: number
  /** The computers of each person: the chance, in percent, that one is used on a day. */
  readonly computers: readonly number[]
  /** A computer is replaced, or installed anew, after this time on average. */
  readonly newDeviceDays: number
  /**
   * After this many days at the earliest, the first person writes the next mail about the first
   * computer. It is answered on the next morning.
   */
  readonly mailsEveryDays: number
}

export interface Outcome {
  readonly years: number
  /** The days on which a computer was to be used, and those on which it could be. */
  readonly wanted: number
  readonly served: number
  readonly mails: number
  readonly moves: number
  /** Different people who could use a key in a year, over all keys. */
  readonly peopleServed: number
}

interface Sample {
  readonly keys: number
  readonly years: number
  readonly seed: number
  /** Called with the events that the service would record. */
  readonly onEvents?: (events: readonly EventEntry[]) => void
}

const DAYS_A_YEAR = 365
const SECONDS_A_DAY = 86_400
const START = 1_800_000_000
const KEY_LENGTH = 32

/** Plays the days of customers by the rules of the service. The same seed gives the same days. */
export function playCustomers(
  customer: Customer,
  rules: MoveRules,
  { keys, years, seed, onEvents }: Sample,
): Outcome {
  const random = createSeededRandom(seed)
  const outcome = { wanted: 0, served: 0, mails: 0, moves: 0, peopleServed: 0 }
  for (let index = 0; index < keys; index += 1) {
    playKey(String(index).padStart(KEY_LENGTH, 'k') as LicenseKey)
  }
  return { ...outcome, years: keys * years }

  function playKey(key: LicenseKey): void {
    let license = newLicense(key, {}, START)
    let now = START
    let mailedAt = Number.NEGATIVE_INFINITY
    /** The device that waits for an answer to a mail. */
    let waiting: Device | undefined
    const devices = Array.from({ length: customer.people }, (_, person) =>
      customer.computers.map((percent, computer) => ({ person, computer, percent, generation: 0 })),
    ).flat()
    type Device = (typeof devices)[number]
    let people = new Set<number>()

    /** @returns false when the key is locked to other devices */
    const request = (use: 'check' | 'move', device: Device): boolean => {
      const deviceId = `${device.person}.${device.computer}.${device.generation}`
      const decided = decideUse({ use, deviceId }, { license, bannedDevice: undefined, limits: rules }, now)
      const code = decided.refusal?.code ?? 'KEY_VALID'
      const by = { at: now, actor: 'user', address: '', fields: [] } as const
      const change = definedFields({ license: decided.license, event: decided.event })
      const recorded = onEvents && eventsOfCheck(license, change, code, by)
      if (recorded !== undefined) onEvents?.(recorded.events)
      license = recorded?.license ?? decided.license ?? license
      if (code === 'KEY_VALID') people.add(device.person)
      return code === 'KEY_VALID'
    }
    const open = (device: Device): boolean => {
      if (request('check', device)) return true
      if (!request('move', device)) return false
      outcome.moves += 1
      return true
    }
    const answerMail = (): void => {
      if (waiting === undefined) return
      const by = { at: now, actor: 'api-key', address: '', fields: ['user_key'] } as const
      const change = decideReset(license, { force: true, cooldownSeconds: rules.resetCooldownSeconds }, now)
      onEvents?.(eventsOfChange(license, change, by))
      license = change.license ?? license
      open(waiting)
      waiting = undefined
    }

    for (let day = 0; day < years * DAYS_A_YEAR; day += 1) {
      now = START + day * SECONDS_A_DAY
      answerMail()
      for (const device of devices) {
        now += 60
        // Two numbers are always drawn, so that the days are the same under other rules.
        if (random.below(customer.newDeviceDays) === 0) device.generation += 1
        if (random.below(100) >= device.percent) continue
        outcome.wanted += 1
        if (open(device)) outcome.served += 1
        else if (device === devices[0] && day - mailedAt >= customer.mailsEveryDays) {
          outcome.mails += 1
          mailedAt = day
          waiting = device
        }
      }
      if ((day + 1) % DAYS_A_YEAR === 0) {
        outcome.peopleServed += people.size
        people = new Set()
      }
    }
  }
}
