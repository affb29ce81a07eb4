import { AS_PROJECT } from '@latchkey/management'
import { SECONDS_A_DAY } from './key-expiry.ts'
import type { DeviceFacts, DeviceLimits, License } from './license.ts'

/** The limits of a key: its own, or those of its project. */
export const limitsOf = (project: DeviceLimits, license: DeviceLimits): DeviceLimits => ({
  maxDevices: license.maxDevices === AS_PROJECT ? project.maxDevices : license.maxDevices,
  movesPerYear: license.movesPerYear === AS_PROJECT ? project.movesPerYear : license.movesPerYear,
})

/**
 * Whether a key has other limits than the default ones. Then answers and records have more fields
 * than the interface.
 */
export const hasDevices = ({ maxDevices, movesPerYear }: DeviceLimits): boolean =>
  maxDevices > 1 || movesPerYear > 0

/** The linked devices, in the order in which they were linked. */
export const linkedDevices = ({
  identifier,
  furtherDevices,
}: Pick<License, 'identifier' | 'furtherDevices'>): readonly string[] =>
  identifier === '' ? [] : [identifier, ...furtherDevices]

export const isLinked = (
  { identifier, furtherDevices }: Pick<License, 'identifier' | 'furtherDevices'>,
  device: string,
): boolean => device !== '' && (identifier === device || furtherDevices.includes(device))

export const factsOf = ({ deviceUse }: License, device: string): DeviceFacts =>
  deviceUse.facts?.find((facts) => facts.device === device) ?? {
    device,
    name: '',
    linkedAt: 0,
    usedAt: 0,
  }

/** Replaces the devices of a license. The first one becomes the `identifier`. */
function withDevices(license: License, devices: readonly string[]): License {
  const [identifier = '', ...furtherDevices] = devices
  const { facts = [], movedFrom = [], ...use } = license.deviceUse
  const kept = facts.filter(({ device }) => devices.includes(device))
  const away = movedFrom.filter(({ device }) => !devices.includes(device))
  // The earlier refusal is no longer what the user sees.
  const { refusedDevice: _past, ...recorded } = license.recorded
  return {
    ...license,
    recorded,
    identifier,
    furtherDevices,
    identifierType: identifier === '' ? '' : 'HWID',
    status: identifier === '' ? 'reset' : 'active',
    deviceUse: {
      ...use,
      ...(kept.length > 0 && { facts: kept }),
      ...(away.length > 0 && { movedFrom: away }),
    },
  }
}

function withFacts(license: License, changed: DeviceFacts): License {
  const others = license.deviceUse.facts?.filter(({ device }) => device !== changed.device) ?? []
  return { ...license, deviceUse: { ...license.deviceUse, facts: [...others, changed] } }
}

const midnightOf = (now: number): number => now - (now % SECONDS_A_DAY)

/** Links a device after the others. `limits`: those of the key. */
export function linkDevice(license: License, device: string, limits: DeviceLimits, now: number): License {
  const linked = withDevices(license, [...linkedDevices(license), device])
  return hasDevices(limits)
    ? withFacts(linked, { device, name: '', linkedAt: now, usedAt: midnightOf(now) })
    : linked
}

/**
 * Records the use of a device on this day. Returns the same license if the day is recorded already.
 */
export function useDevice(license: License, device: string, limits: DeviceLimits, now: number): License {
  if (!hasDevices(limits)) return license
  const facts = factsOf(license, device)
  // A day in the future was written with a clock that was a little ahead.
  const isKnown = Math.abs(now - facts.usedAt) < SECONDS_A_DAY
  return isKnown ? license : withFacts(license, { ...facts, usedAt: midnightOf(now) })
}

/** Gives a device a name. Returns the same license if the device has this name already. */
export function nameDevice(license: License, device: string, name: string): License {
  const facts = factsOf(license, device)
  return facts.name === name ? license : withFacts(license, { ...facts, name })
}

/** Unlinks a device. The next one becomes the `identifier`. */
export const unlinkDevice = (license: License, device: string): License =>
  withDevices(
    license,
    linkedDevices(license).filter((one) => one !== device),
  )

/** Unlinks all devices. The next device that is used is linked, whichever it is. */
export function unlinkAll(license: License): License {
  const { movedFrom: _forgotten, ...deviceUse } = license.deviceUse
  return withDevices({ ...license, deviceUse }, [])
}

/** Replaces the first device. Empty: unlinks all. */
export const replaceFirst = (license: License, device: string): License =>
  device === ''
    ? unlinkAll(license)
    : withDevices(license, [device, ...license.furtherDevices.filter((one) => one !== device)])

/**
 * The device that a move replaces: the one that was used least recently. If there are several, the
 * one that was linked first.
 */
export const leastRecent = (license: License): string =>
  linkedDevices(license)
    .map((device) => factsOf(license, device))
    .reduce<DeviceFacts | undefined>(
      (least, facts) => (least === undefined || facts.usedAt < least.usedAt ? facts : least),
      undefined,
    )?.device ?? ''

/** The end of the offline license on a linked device; 0 if there is none. */
export const offlineEnd = (license: License, device: string): number =>
  isLinked(license, device)
    ? Math.max(
        license.offlineDevice === device ? license.offlineUntil : 0,
        factsOf(license, device).offlineUntil ?? 0,
      )
    : 0

/** Records an offline license. A longer one on the same device is kept. */
export function recordOffline(license: License, device: string, until: number): License {
  const { offlineDevice } = license
  const before = offlineDevice === '' ? undefined : factsOf(license, offlineDevice)
  const kept =
    before === undefined || offlineDevice === device || !isLinked(license, offlineDevice)
      ? license
      : withFacts(license, { ...before, offlineUntil: offlineEnd(license, offlineDevice) })
  return { ...kept, offlineDevice: device, offlineUntil: Math.max(offlineEnd(license, device), until) }
}
