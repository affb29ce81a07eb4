/** When an app that stays open checks its license: once in each interval, at a moment of its own. */
export interface RegularChecks {
  /** 0: never. */
  readonly everySeconds: number
  /** Random for each start, below `everySeconds`: the moment in each interval. */
  readonly slotSeconds: number
}

/**
 * When the next regular check is due: Unix seconds. Every app has a slot of its own in the interval,
 * so the checks of many apps are spread evenly, whenever these were started, or woke, or lost the
 * service. The first one is half an interval after the last check at the earliest, and one and a
 * half at the latest; after that, they are one interval apart.
 */
export function regularCheckDueAt(
  { everySeconds, slotSeconds }: RegularChecks,
  checkedAt: number,
): number | undefined {
  if (everySeconds <= 0) return undefined
  const earliest = checkedAt + everySeconds / 2
  const untilSlot = (slotSeconds - earliest) % everySeconds
  return earliest + (untilSlot < 0 ? untilSlot + everySeconds : untilSlot)
}
