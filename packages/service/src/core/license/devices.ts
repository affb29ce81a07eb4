import { AS_PROJECT } from '@latchkey/management'
import { SECONDS_A_DAY } from './key-expiry.ts'
import type { DeviceFacts, DeviceLimits, User } from './users.ts'

/** The limits of a key. */
export const limitsOf = (project: DeviceLimits, user: DeviceLimits): DeviceLimits => ({
  maxDevices: user.maxDevices === AS_PROJECT ? project.maxDevices : user.maxDevices,
  movesPerYear: user.movesPerYear === AS_PROJECT ? project.movesPerYear : user.movesPerYear,
})

/** With other limits than the default ones, answers and records have more than the interface. */
export const hasDevices = ({ maxDevices, movesPerYear }: DeviceLimits): boolean =>
  maxDevices > 1 || movesPerYear > 0

/** In the order in which they were linked. */
export const linkedDevices = ({
  identifier,
  furtherDevices,
}: Pick<User, 'identifier' | 'furtherDevices'>): readonly string[] =>
  identifier === '' ? [] : [identifier, ...furtherDevices]

export const isLinked = (
  { identifier, furtherDevices }: Pick<User, 'identifier' | 'furtherDevices'>,
  device: string,
): boolean => device !== '' && (identifier === device || furtherDevices.includes(device))

export const factsOf = ({ deviceUse }: User, device: string): DeviceFacts =>
  deviceUse.facts?.find((facts) => facts.device === device) ?? {
    device,
    name: '',
    linkedAt: 0,
    usedAt: 0,
  }

/** With these devices, of which the first becomes the `identifier`. */
function withDevices(user: User, devices: readonly string[]): User {
  const [identifier = '', ...furtherDevices] = devices
  const { facts = [], movedFrom = [], ...use } = user.deviceUse
  const kept = facts.filter(({ device }) => devices.includes(device))
  const away = movedFrom.filter(({ device }) => !devices.includes(device))
  // What was refused before is no longer what its user sees.
  const { refusedDevice: _past, ...recorded } = user.recorded
  return {
    ...user,
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

function withFacts(user: User, changed: DeviceFacts): User {
  const others = user.deviceUse.facts?.filter(({ device }) => device !== changed.device) ?? []
  return { ...user, deviceUse: { ...user.deviceUse, facts: [...others, changed] } }
}

const midnightOf = (now: number): number => now - (now % SECONDS_A_DAY)

/** Links a device after the others. `limits`: of the key. */
export function linkDevice(user: User, device: string, limits: DeviceLimits, now: number): User {
  const linked = withDevices(user, [...linkedDevices(user), device])
  return hasDevices(limits)
    ? withFacts(linked, { device, name: '', linkedAt: now, usedAt: midnightOf(now) })
    : linked
}

/** The same user when this day is recorded already. */
export function useDevice(user: User, device: string, limits: DeviceLimits, now: number): User {
  if (!hasDevices(limits)) return user
  const facts = factsOf(user, device)
  // A day in the future is from a clock that was a little ahead.
  const isKnown = Math.abs(now - facts.usedAt) < SECONDS_A_DAY
  return isKnown ? user : withFacts(user, { ...facts, usedAt: midnightOf(now) })
}

/** The same user when the device has this name already. */
export function nameDevice(user: User, device: string, name: string): User {
  const facts = factsOf(user, device)
  return facts.name === name ? user : withFacts(user, { ...facts, name })
}

/** Without the device. The next one becomes the `identifier`. */
export const unlinkDevice = (user: User, device: string): User =>
  withDevices(
    user,
    linkedDevices(user).filter((one) => one !== device),
  )

/** Whichever device is used next is linked, and no other one is kept away. */
export function unlinkAll(user: User): User {
  const { movedFrom: _forgotten, ...deviceUse } = user.deviceUse
  return withDevices({ ...user, deviceUse }, [])
}

/** Another first device. Empty: none at all. */
export const replaceFirst = (user: User, device: string): User =>
  device === ''
    ? unlinkAll(user)
    : withDevices(user, [device, ...user.furtherDevices.filter((one) => one !== device)])

/** The device that a move replaces: the one used least recently, of several the first linked. */
export const leastRecent = (user: User): string =>
  linkedDevices(user)
    .map((device) => factsOf(user, device))
    .reduce<DeviceFacts | undefined>(
      (least, facts) => (least === undefined || facts.usedAt < least.usedAt ? facts : least),
      undefined,
    )?.device ?? ''

/** Until when a linked device has an offline license. 0 without one. */
export const offlineEnd = (user: User, device: string): number =>
  isLinked(user, device)
    ? Math.max(user.offlineDevice === device ? user.offlineUntil : 0, factsOf(user, device).offlineUntil ?? 0)
    : 0

/** Records an offline license. A longer one on the same device stays in force. */
export function recordOffline(user: User, device: string, until: number): User {
  const { offlineDevice } = user
  const before = offlineDevice === '' ? undefined : factsOf(user, offlineDevice)
  const kept =
    before === undefined || offlineDevice === device || !isLinked(user, offlineDevice)
      ? user
      : withFacts(user, { ...before, offlineUntil: offlineEnd(user, offlineDevice) })
  return { ...kept, offlineDevice: device, offlineUntil: Math.max(offlineEnd(user, device), until) }
}
