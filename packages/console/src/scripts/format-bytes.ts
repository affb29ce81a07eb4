import type { Formats } from '../messages/formats.ts'

const KIB = 1_024
const MIB = KIB * KIB

const round = (value: number): number => Math.round(value * 10) / 10

/** Formats bytes in the units of the service's limits, such as `4 MiB`. */
export function formatBytes(bytes: number, { number }: Formats): string {
  if (bytes >= MIB) return `${number(round(bytes / MIB))} MiB`
  if (bytes >= KIB) return `${number(round(bytes / KIB))} KiB`
  return `${number(bytes)} B`
}
