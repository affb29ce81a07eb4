import { assertNever } from '../assert-never.ts'
import type { DeviceFactView, DeviceReason, FactReasonCode } from './device-view.ts'

// In English, for terminals and support. A window has its own, in its own language.

export function sayReason(reason: DeviceReason): string {
  switch (reason.code) {
    case 'nothing-known':
      return 'Nothing that identifies this computer could be read. The device ID is a random number in a file, and only as good as that file.'
    case 'one-fact':
      return `One fact alone identifies this computer (${reason.facts.join(', ')}). When it changes, so does the device ID.`
    case 'two-facts':
      return `Two facts identify this computer (${reason.facts.join(', ')}). When either changes, so does the device ID.`
    case 'container':
      return 'This is a container: what identifies it belongs to its image or its host, and is shared.'
    case 'virtual-machine':
      return `This is a virtual machine${reason.product === '' ? '' : ` (${reason.product})`}: it can be copied with all that identifies it.`
    case 'timed-out':
      return `This computer did not say in time what identifies it (${reason.facts.join(', ')}).`
    case 'another-id-kept':
      return 'Another device ID is kept on this computer, but too little could be read this time to confirm it.'
    case 'not-written':
      return 'The file that keeps the device ID could not be written.'
    default:
      return assertNever(reason)
  }
}

const WHY: Readonly<Record<FactReasonCode, string>> = {
  'set-at-installation': 'Set when the operating system was installed.',
  'set-by-apple': 'Set by Apple for this computer.',
  'set-by-computer-maker': 'Set by the maker of the computer.',
  'set-by-board-maker': 'Set by the maker of the main board.',
  'timed-out': 'Did not answer in time and was cut off.',
  'not-shown': 'Not there, or shown to the system administrator alone.',
  'none-on-macos': 'macOS has none.',
  'no-value': 'The computer gave no value.',
  placeholder: 'A placeholder that many computers share.',
  'wrong-form': 'Not in the form of such an ID.',
  'too-short': 'Too short to tell computers apart.',
  words: 'Words, not a serial number.',
}

export function sayWhy({ reason, changed }: Pick<DeviceFactView, 'reason' | 'changed'>): string {
  const why = reason.code === 'twin' ? `The same value as the ${reason.of}.` : WHY[reason.code]
  return changed ? `${why} It changed; the others still match, so the device ID stays.` : why
}
