import type { DeviceFactView, DeviceReason, FactName, FactReasonCode } from './device-view.ts'

/** Sentences about a device, in one language. */
export interface DeviceTexts {
  readonly factNames: Readonly<Record<FactName, string>>
  readonly describeReason: (reason: DeviceReason) => string
  /** Why a fact counts or does not count. */
  readonly why: Readonly<Record<FactReasonCode, string>>
  /** The fact has the same value as the fact named `of`. */
  readonly twin: (of: string) => string
  readonly changed: string
}

/** English: for terminals, support reports and English windows. */
export const deviceTexts: DeviceTexts = {
  factNames: {
    'OS installation ID': 'OS installation ID',
    'System UUID': 'System UUID',
    'Board serial number': 'Board serial number',
    'Hardware UUID': 'Hardware UUID',
    'Serial number': 'Serial number',
  },
  describeReason(reason) {
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
    }
  },
  why: {
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
  },
  twin: (of) => `The same value as “${of}”.`,
  changed: 'It changed, but the other facts still match, so the device ID stays the same.',
}

/** One or two sentences about a fact. */
export function describeFact(
  { reason, changed }: Pick<DeviceFactView, 'reason' | 'changed'>,
  texts: DeviceTexts,
): string {
  const why = reason.code === 'twin' ? texts.twin(texts.factNames[reason.of]) : texts.why[reason.code]
  return changed ? `${why} ${texts.changed}` : why
}
