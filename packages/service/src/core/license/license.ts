import { AS_PROJECT, type EventKind } from '@latchkey/management'
import { type LicenseKey, type LicenseStop, NEVER } from '@latchkey/protocol'
import type { Customer } from '../customer/customers.ts'
import type { SomeFields } from '../fields.ts'
import { expiryAtCreation } from './key-expiry.ts'
import { featureList, type Terms } from './terms.ts'

/** The limits of a project. A key has its own limits, or `AS_PROJECT`. */
export interface DeviceLimits {
  /** How many devices may be linked, at least 1. */
  readonly maxDevices: number
  /** Moves and releases by the user in 365 days. */
  readonly movesPerYear: number
}

/** What users do with their devices, as an event. */
export type DeviceEvent = Extract<EventKind, 'moved' | 'released'>

/**
 * What is known of the devices of a license in addition to their IDs. Empty for a key of one
 * device.
 */
export interface DeviceUse {
  /** Facts about linked devices. */
  readonly facts?: readonly DeviceFacts[]
  /** The seconds of moves and releases by the user, oldest first. */
  readonly moves?: readonly number[]
  /** The last devices from which the user moved the license, and when; oldest first. */
  readonly movedFrom?: readonly { readonly device: string; readonly at: number }[]
}

export interface DeviceFacts {
  readonly device: string
  readonly name: string
  readonly linkedAt: number
  /**
   * Midnight (UTC) of the day of the last use. It is not more exact, because not every use should
   * be a write.
   */
  readonly usedAt: number
  /**
   * The end of an earlier license file, if this device does not have the last one of the license.
   */
  readonly offlineUntil?: number
}

export type LicenseStatus = 'active' | 'reset' | 'banned'

/**
 * The record that a license key opens: what is linked to the key, its terms and its use. When the key
 * of a banned license is deleted, the license stays without it, with the status `banned`: its
 * devices are still refused. `maxDevices` and `movesPerYear` may be `AS_PROJECT`.
 */
export interface License extends DeviceLimits, Terms {
  readonly key: string
  /** The device that was linked first, as a rule. */
  readonly identifier: string
  /**
   * The devices that were linked after the first one, in this order. Empty if there is no first
   * one.
   */
  readonly furtherDevices: readonly string[]
  readonly identifierType: '' | 'HWID'
  readonly chatId: string
  readonly status: LicenseStatus
  readonly lastReset: number
  readonly totalResets: number
  /**
   * `NEVER`, or the second from which the key no longer works, or 0 while a countdown has not
   * started.
   */
  readonly authExpire: number
  /** The days for which the key works from its claim; 0 if it was not sold by the day. */
  readonly keyDays: number
  readonly banned: boolean
  readonly banReason: string
  /** `NEVER`, or the second at which the ban lapses; 0 when not banned. */
  readonly banExpire: number
  readonly unbanToken: string
  readonly banIp: string
  /** The ban is only of the key: its devices may be used with other keys. */
  readonly banOnlyKey: boolean
  /**
   * Why the license is stopped: by its order, or because another key has replaced this one. Empty: it
   * is not. A stop is independent of a ban, and never includes a device.
   */
  readonly stopped: '' | LicenseStop
  /** What the vendor tells the user about the stop; empty: the usual text. */
  readonly stopWords: string
  readonly totalExecutions: number
  /** A note that the customer can read. */
  readonly note: string
  /** SECURITY: a note that only the vendor can read. No answer to a customer has it. */
  readonly vendorNote: string
  /** The device of the last offline license, and its end; empty and 0 before the first one. */
  readonly offlineDevice: string
  readonly offlineUntil: number
  readonly recorded: Recorded
  /** The key is a trial. */
  readonly trial: boolean
  readonly deviceUse: DeviceUse
  /**
   * The number of the customer in the storage; null: none. A change gives the customer in
   * `customer`.
   */
  readonly customerId: number | null
}

/** Facts on which the events of a license, and repeated requests, depend. */
export interface Recorded {
  /** The second at which each refusal was last recorded, by its code. */
  readonly refusedAt?: Readonly<Record<string, number>>
  /** The ID of a key that was deleted. */
  readonly keyId?: string
  /**
   * The device on which the key was last refused because the device is banned. It is removed when
   * the key is linked or freed again.
   */
  readonly refusedDevice?: string
  /** The ID of the last request that changed this key and others. */
  readonly request?: string
  /** The seconds at which the customer replaced the key, in the last 365 days. */
  readonly replacedAt?: readonly number[]
}

/** The decision of a rule about a license: the outcome for the caller, and the change. */
export interface LicenseChange<Outcome extends string> {
  readonly outcome: Outcome
  /** The license from now on. Absent: nothing changes. */
  readonly license?: License
  /** `license`: the license is deleted. `key`: it stays as `license`, without its key. */
  readonly removed?: 'license' | 'key'
  /** The customer from now on, who is created if there is none with this address. */
  readonly customer?: Customer | 'none' | undefined
  /** The event that replaces those of the devices. */
  readonly event?: DeviceEvent
}

export type NewLicense = SomeFields<
  Pick<
    License,
    | 'identifier'
    | 'chatId'
    | 'authExpire'
    | 'keyDays'
    | 'note'
    | 'vendorNote'
    | keyof DeviceLimits
    | keyof Terms
  >
>

/** A new license. Source: interface, "User status" and "Key expiry". */
export function newLicense(key: LicenseKey, wanted: NewLicense, now: number): License {
  const identifier = wanted.identifier ?? ''
  const chatId = wanted.chatId ?? ''
  return {
    key,
    identifier,
    identifierType: identifier === '' ? '' : 'HWID',
    chatId,
    status: identifier === '' ? 'reset' : 'active',
    lastReset: 0,
    totalResets: 0,
    ...expiryAtCreation(wanted, identifier !== '' || chatId !== '', now),
    banned: false,
    banReason: '',
    banExpire: 0,
    unbanToken: '',
    banIp: '',
    banOnlyKey: false,
    stopped: '',
    stopWords: '',
    totalExecutions: 0,
    note: wanted.note ?? '',
    vendorNote: wanted.vendorNote ?? '',
    recorded: {},
    offlineDevice: '',
    offlineUntil: 0,
    maxDevices: wanted.maxDevices ?? AS_PROJECT,
    movesPerYear: wanted.movesPerYear ?? AS_PROJECT,
    furtherDevices: [],
    deviceUse: {},
    trial: false,
    features: featureList(wanted.features),
    updatesUntil: wanted.updatesUntil ?? NEVER,
    perpetual: wanted.perpetual ?? false,
    customerId: null,
  }
}
