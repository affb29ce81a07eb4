import { type BareItem, parseDictionary, serializeDictionary, Token } from 'structured-headers'

/** Why a move is not possible yet. */
export const MOVE_WAITS = ['cooldown', 'limit', 'offline'] as const
/** One of `MOVE_WAITS`. */
export type MoveWait = (typeof MOVE_WAITS)[number]

/**
 * The members of `latchkey-license`: what the service reports beyond the interface. All are absent
 * where a project has the default settings.
 */
export interface LicenseFields {
  /** The key may have several devices, or its devices can be moved. */
  readonly devices?: { readonly linked: number; readonly most: number }
  /** Moves and releases that the user can do now or later. Absent: none. */
  readonly move?: {
    /** How many are left in this year. */
    readonly left: number
    /** Unix seconds from which the next one is possible, and what it waits for. Absent: now. */
    readonly wait?: { readonly until: number; readonly for: MoveWait }
  }
  /** Unix seconds: the license was moved from this device then, or the device was released. */
  readonly movedAt?: number
}

/** The value of the header. `v`: its version. Without fields `v=1`. */
export function formatLicenseFields({ devices, move, movedAt }: LicenseFields): string {
  const members = new Map<string, BareItem>([['v', 1]])
  if (devices !== undefined) members.set('devices', devices.linked).set('max-devices', devices.most)
  if (move !== undefined) members.set('moves-left', move.left)
  if (move?.wait !== undefined) {
    members.set('move-from', move.wait.until).set('move-waits', new Token(move.wait.for))
  }
  if (movedAt !== undefined) members.set('moved-at', movedAt)
  return serializeDictionary(new Map(Array.from(members, ([name, value]) => [name, [value, new Map()]])))
}

/**
 * Reads the header. SECURITY: only after its signature was verified. Unknown members are ignored,
 * because later versions add some.
 */
export function parseLicenseFields(header: string): LicenseFields {
  const members = membersOf(header)
  const number = (name: string): number | undefined => {
    const value = members.get(name)?.[0]
    return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined
  }
  const [linked, most] = [number('devices'), number('max-devices')]
  const [left, until, movedAt] = [number('moves-left'), number('move-from'), number('moved-at')]
  const waitsFor = members.get('move-waits')?.[0]
  const reason = MOVE_WAITS.find((one) => waitsFor instanceof Token && waitsFor.toString() === one)
  const wait = until !== undefined && reason !== undefined ? { until, for: reason } : undefined
  return {
    ...(linked !== undefined && most !== undefined && { devices: { linked, most } }),
    ...(left !== undefined && { move: { left, ...(wait && { wait }) } }),
    ...(movedAt !== undefined && { movedAt }),
  }
}

function membersOf(header: string) {
  try {
    return parseDictionary(header)
  } catch {
    return new Map<string, never>()
  }
}
