import { assertNever } from '../assert-never.ts'
import type { DeviceFactView, DeviceReason, FactReasonCode } from './device-view.ts'

// English sentences for terminals and support. Windows use the messages of packages/react instead.

export function describeReason(reason: DeviceReason): string {
  switch (reason.code) {
    case 'nothing-known':
      return 'Nothing that identifies this computer could be read. The device ID is a random number in a file: without the file the ID changes, and a copy of the file has the same ID.'
    case 'one-fact':
      return `One fact alone identifies this computer (${reason.facts.join(', ')}). When it changes, the device ID changes too.`
    case 'two-facts':
      return `Two facts identify this computer (${reason.facts.join(', ')}). When either changes, the device ID changes too.`
    case 'container':
      return 'This is a container: its identifiers belong to its image or its host, and other containers have them too.'
    case 'virtual-machine':
      return `This is a virtual machine${reason.product === '' ? '' : ` (${reason.product})`}: it can be copied together with its identifiers.`
    case 'timed-out':
      return `Some facts that identify this computer could not be read in time (${reason.facts.join(', ')}).`
    case 'another-id-stored':
      return 'Another device ID is stored on this computer, but too few facts could be read this time to confirm it.'
    case 'not-written':
      return 'The file with the device ID could not be written.'
    default:
      return assertNever(reason)
  }
}

const WHY: Readonly<Record<FactReasonCode, string>> = {
  'set-at-installation': 'Set when the operating system was installed.',
  'set-by-apple': 'Set by Apple for this computer.',
  'set-by-computer-maker': 'Set by the manufacturer of the computer.',
  'set-by-board-maker': 'Set by the manufacturer of the main board.',
  'timed-out': 'Could not be read in time.',
  'not-shown': 'Missing, or readable by the system administrator only.',
  'none-on-macos': 'macOS has none.',
  'no-value': 'The computer reported no value.',
  placeholder: 'A placeholder that many computers share.',
  'wrong-form': 'Not in the format of such an ID.',
  'too-short': 'Too short to tell computers apart.',
  words: 'A text without digits, not a serial number.',
}

export function describeFactReason({ reason, changed }: Pick<DeviceFactView, 'reason' | 'changed'>): string {
  const why = reason.code === 'twin' ? `Same value as the fact "${reason.of}".` : WHY[reason.code]
  return changed
    ? `${why} It changed, but the other facts still match, so the device ID stays the same.`
    : why
}
