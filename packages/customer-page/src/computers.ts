import type { MyComputer } from '@latchkey/management'
import type { Words } from './words.ts'

export const nameOf = ({ name }: Pick<MyComputer, 'name'>, { t }: Words): string =>
  name === '' ? t.license.unnamed : name

/** Whether a license file holds the computer, so that it cannot be freed. */
export const isHeld = ({ held_until }: MyComputer): boolean => held_until * 1_000 > Date.now()

/** When a computer has used its license, and until when a license file holds it. */
export function describeUse(computer: MyComputer, { t, f }: Words): string {
  const used = computer.used_at > 0 ? [t.license.used(f.shortDate(computer.used_at))] : []
  const held = isHeld(computer) ? [t.license.held(f.shortDate(computer.held_until))] : []
  return [...used, ...held].join(' · ')
}
