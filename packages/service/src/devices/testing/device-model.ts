import { AS_PROJECT } from '@latchkey/management'
import { type LicenseFields, type MoveWait, NEVER, type RequestUse } from '@latchkey/protocol'

const DAY = 86_400
const YEAR = 365 * DAY

interface Device {
  readonly device: string
  name: string
  usedAt: number
  offlineUntil: number
}

interface Key {
  readonly key: string
  limits: Limits
  linked: Device[]
  moves: number[]
  movedFrom: Map<string, number>
  resets: number
  lastReset: number
  executions: number
  banEnd: number
  token: string
  authExpire: number
  offline: { device: string; until: number }
  isDeleted: boolean
}

interface Limits {
  readonly maxDevices: number
  readonly movesPerYear: number
}

/**
 * A second, plain implementation of the rules for devices and moves: each step returns its outcome,
 * and `shown` what is stored afterwards.
 */
export function createDeviceModel() {
  /** The keys in the order of their creation. */
  let keys: Key[] = []
  const model = {
    project: { maxDevices: 1, movesPerYear: 0, resetCooldownSeconds: 0 },
    executions: 0,
    moved: 0,
    released: 0,
    vendorReleased: 0,
  }

  const find = (key: string): Key => {
    const found = keys.find((one) => one.key === key && !one.isDeleted)
    if (found === undefined) throw new Error('There is no such key.')
    return found
  }
  const deviceOf = ({ linked }: Key, device: string) => linked.find((one) => one.device === device)
  const limitsOf = ({ limits }: Key): Limits => ({
    maxDevices: limits.maxDevices === AS_PROJECT ? model.project.maxDevices : limits.maxDevices,
    movesPerYear: limits.movesPerYear === AS_PROJECT ? model.project.movesPerYear : limits.movesPerYear,
  })
  const isFlexible = (key: Key): boolean => limitsOf(key).maxDevices > 1 || limitsOf(key).movesPerYear > 0
  const isBanned = ({ banEnd }: Key, now: number): boolean => banEnd > now

  const link = (key: Key, device: string, now: number): void => {
    const usedAt = isFlexible(key) ? now - (now % DAY) : 0
    key.linked.push({ device, name: '', usedAt, offlineUntil: 0 })
    key.movedFrom.delete(device)
  }
  const unlink = (key: Key, device: string): void => {
    key.linked = key.linked.filter((one) => one.device !== device)
  }
  const countReset = (key: Key, now: number): void => {
    key.resets += 1
    key.lastReset = now
  }
  const countMove = (key: Key, from: string, by: string, now: number): void => {
    unlink(key, from)
    countReset(key, now)
    key.moves.push(now)
    key.movedFrom.delete(from)
    key.movedFrom.delete(by)
    if (from !== by) key.movedFrom.set(from, now)
    for (const [device] of [...key.movedFrom].slice(0, -8)) key.movedFrom.delete(device)
  }
  const oldest = ({ linked }: Key): Device | undefined => linked.toSorted((a, b) => a.usedAt - b.usedAt)[0]
  const offlineEnd = ({ offline }: Key, { device, offlineUntil }: Device): number =>
    Math.max(offlineUntil, offline.device === device ? offline.until : 0)

  /** Why a key is refused on a device, and what the device learns of that. */
  const stateOf = (key: Key, device: string, now: number) => {
    if (isBanned(key, now)) return { code: 'KEY_BANNED' }
    const isDeviceBanned = keys.some((one) => isBanned(one, now) && deviceOf(one, device))
    if (isDeviceBanned) return { code: 'KEY_BANNED', fields: { isDeviceBanned } }
    return key.authExpire !== NEVER && key.authExpire <= now ? { code: 'KEY_EXPIRED' } : undefined
  }
  /**
   * The reasons to wait, in the order in which they refuse a move. Undefined: moves are disabled.
   */
  const waitsOf = (key: Key, replaced: Device | undefined, now: number) => {
    const { movesPerYear } = limitsOf(key)
    const cooldown = model.project.resetCooldownSeconds
    if (movesPerYear === 0 || cooldown === -1) return undefined
    const recent = key.moves.filter((at) => at + YEAR > now)
    const waits: { until: number; for: MoveWait; code: string }[] = []
    if (key.lastReset > 0 && key.lastReset + cooldown > now) {
      waits.push({ until: key.lastReset + cooldown, for: 'cooldown', code: 'MOVE_ON_COOLDOWN' })
    }
    if (recent.length >= movesPerYear) {
      const until = (recent[recent.length - movesPerYear] ?? 0) + YEAR
      waits.push({ until, for: 'limit', code: 'MOVE_LIMIT_REACHED' })
    }
    if (replaced !== undefined && offlineEnd(key, replaced) > now) {
      waits.push({ until: offlineEnd(key, replaced), for: 'offline', code: 'OFFLINE_LICENSE_ACTIVE' })
    }
    return { left: Math.max(0, movesPerYear - recent.length), waits }
  }
  const fieldsOf = (key: Key, device: string, now: number): LicenseFields | undefined => {
    if (!isFlexible(key)) return undefined
    const isLinked = deviceOf(key, device) !== undefined
    const state = waitsOf(key, isLinked ? undefined : oldest(key), now)
    const movedAt = isLinked ? undefined : key.movedFrom.get(device)
    const isFree = movedAt !== undefined && key.linked.length < limitsOf(key).maxDevices
    const [wait] = isFree ? [] : (state?.waits.toSorted((a, b) => b.until - a.until) ?? [])
    return {
      devices: { linked: key.linked.length, most: limitsOf(key).maxDevices },
      ...(state && {
        move: { left: state.left, ...(wait && { wait: { until: wait.until, for: wait.for } }) },
      }),
      ...(movedAt !== undefined && { movedAt }),
    }
  }

  /**
   * Uses a key on a device.
   * @returns whether a key check accepts it
   */
  const checkOn = (key: Key, device: string, now: number, isByHand: boolean): boolean => {
    const own = deviceOf(key, device)
    if (own !== undefined) {
      if (isFlexible(key) && Math.abs(now - own.usedAt) >= DAY) own.usedAt = now - (now % DAY)
      return true
    }
    if (key.linked.length >= limitsOf(key).maxDevices) return false
    const isMovable = limitsOf(key).movesPerYear > 0 && model.project.resetCooldownSeconds !== -1
    if (!isByHand && isMovable && key.linked.length > 0 && key.movedFrom.has(device)) return false
    link(key, device, now)
    return true
  }
  const codeOf = (
    use: RequestUse,
    key: Key,
    device: string,
    { named, name }: { named: string; name: string },
    now: number,
  ): string => {
    if (use === 'check' || use === 'move') {
      if (checkOn(key, device, now, use === 'move')) return 'KEY_VALID'
      if (use === 'check') return 'KEY_HWID_LOCKED'
      const replaced = oldest(key)
      const state = waitsOf(key, replaced, now)
      if (state === undefined || replaced === undefined) return 'MOVE_DISABLED'
      if (state.waits[0] !== undefined) return state.waits[0].code
      countMove(key, replaced.device, device, now)
      link(key, device, now)
      model.moved += 1
      return 'KEY_VALID'
    }
    if (!isFlexible(key)) return 'MOVE_DISABLED'
    if (use === 'devices') return 'DEVICES_LISTED'
    if (use === 'name') {
      const own = deviceOf(key, device)
      if (own === undefined) return 'DEVICE_NOT_FOUND'
      own.name = name
      return 'DEVICE_NAMED'
    }
    const released = deviceOf(key, named)
    const state = waitsOf(key, released, now)
    if (state === undefined) return 'MOVE_DISABLED'
    if (released === undefined) return 'DEVICE_NOT_FOUND'
    if (state.waits[0] !== undefined) return state.waits[0].code
    countMove(key, named, device, now)
    model.released += 1
    return 'DEVICE_RELEASED'
  }
  const execute = (key: Key): void => {
    key.executions += 1
    model.executions += 1
  }
  /** Why a reset of these devices is refused. Undefined: it is possible. */
  const noReset = (key: Key, devices: readonly Device[], force: boolean, now: number): string | undefined => {
    const cooldown = model.project.resetCooldownSeconds
    if (isBanned(key, now)) return 'license-banned'
    if (force) return undefined
    if (cooldown === -1) return 'resets-disabled'
    if (key.lastReset > 0 && key.lastReset + cooldown > now) return 'on-cooldown'
    return devices.some((one) => offlineEnd(key, one) > now) ? 'offline-license-active' : undefined
  }

  return Object.assign(model, {
    add(key: string, limits: Limits): void {
      keys.push({
        key,
        limits,
        linked: [],
        moves: [],
        movedFrom: new Map(),
        resets: 0,
        lastReset: 0,
        executions: 0,
        banEnd: 0,
        token: '',
        authExpire: NEVER,
        offline: { device: '', until: 0 },
        isDeleted: false,
      })
    },
    send(use: RequestUse, name: string, device: string, more: { named: string; name: string }, now: number) {
      const key = find(name)
      if (use === 'check' || use === 'move') execute(key)
      const refused = stateOf(key, device, now)
      if (refused !== undefined) return { code: refused.code, fields: refused.fields, names: undefined }
      const code = codeOf(use, key, device, more, now)
      const isListed = ['DEVICES_LISTED', 'DEVICE_RELEASED', 'DEVICE_NAMED'].includes(code)
      return {
        code,
        fields: fieldsOf(key, device, now),
        names: isListed ? key.linked.map((one) => one.name) : undefined,
      }
    },
    reset(name: string, force: boolean, now: number): string {
      const key = find(name)
      const refused = noReset(key, key.linked, force, now)
      if (refused !== undefined) return refused
      key.linked = []
      key.movedFrom.clear()
      countReset(key, now)
      return 'reset'
    },
    release(name: string, device: string, force: boolean, now: number): string {
      const key = find(name)
      const own = deviceOf(key, device)
      if (own === undefined) return 'not-linked'
      const refused = noReset(key, [own], force, now)
      if (refused !== undefined) return refused
      unlink(key, device)
      countReset(key, now)
      model.vendorReleased += 1
      return 'released'
    },
    /** Returns the code of a use without a network. */
    useOffline(
      name: string,
      device: string,
      { move, force }: { move: boolean; force: boolean },
      now: number,
    ): string {
      const key = find(name)
      const refused = stateOf(key, device, now)
      if (refused !== undefined) return refused.code
      if (!checkOn(key, device, now, true)) {
        const replaced = oldest(key)
        if (!move || replaced === undefined) return 'KEY_HWID_LOCKED'
        const no = noReset(key, [replaced], force, now)
        if (no !== undefined) return OFFLINE_CODES[no] ?? no
        unlink(key, replaced.device)
        countReset(key, now)
        link(key, device, now)
      }
      execute(key)
      return 'KEY_VALID'
    },
    issue(name: string, device: string, until: number): void {
      const key = find(name)
      const before = deviceOf(key, key.offline.device)
      const own = deviceOf(key, device)
      if (before !== undefined && before !== own) before.offlineUntil = offlineEnd(key, before)
      key.offline = { device, until: Math.max(own === undefined ? 0 : offlineEnd(key, own), until) }
    },
    ban(name: string, expire: number, token: string): void {
      Object.assign(find(name), { banEnd: expire === NEVER ? Number.POSITIVE_INFINITY : expire, token })
    },
    /**
     * Lifts the bans that have ended.
     * @returns their tokens
     */
    unbanAll(now: number): readonly string[] {
      const lifted = keys.filter((one) => isBanned(one, now))
      for (const one of lifted) one.banEnd = 0
      keys = keys.filter((one) => !one.isDeleted || !lifted.includes(one))
      return lifted.map(({ token }) => token)
    },
    lapse(now: number): void {
      keys = keys.filter((one) => !one.isDeleted || isBanned(one, now))
    },
    delete(name: string, now: number): void {
      const key = find(name)
      if (isBanned(key, now)) key.isDeleted = true
      else keys.splice(keys.indexOf(key), 1)
    },
    expire(name: string, authExpire: number): void {
      find(name).authExpire = authExpire
    },
    limit(name: string, limits: Limits): void {
      find(name).limits = limits
    },
    /** Sets the first device, as Update User does with an `identifier`. */
    setFirst(name: string, device: string): void {
      const key = find(name)
      const own = deviceOf(key, device) ?? { device, name: '', usedAt: 0, offlineUntil: 0 }
      key.linked = [own, ...key.linked.slice(1).filter((one) => one !== own)]
      key.movedFrom.delete(device)
    },
    shown(name: string) {
      const { linked, resets, lastReset, executions } = find(name)
      return {
        devices: linked.map((one) => [one.device, one.name]),
        resets,
        lastReset,
        executions,
        status: linked.length === 0 ? 'reset' : 'active',
      }
    },
    /** Returns the key of the newest license on a device. */
    newestOn(device: string): readonly string[] {
      const newest = keys.findLast((one) => deviceOf(one, device) !== undefined)
      return newest === undefined ? [] : [newest.isDeleted ? 'deleted' : newest.key]
    },
  })
}

const OFFLINE_CODES: Readonly<Record<string, string>> = {
  'resets-disabled': 'RESETS_DISABLED',
  'on-cooldown': 'RESET_ON_COOLDOWN',
  'offline-license-active': 'OFFLINE_LICENSE_ACTIVE',
}
