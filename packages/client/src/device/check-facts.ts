import type { FactName, FactReason, FactReasonCode } from './device-view.ts'
import type { Answer, FactKind, MachineReading } from './machine-reading.ts'
import { type IdentifierCheck, validateIdentifier } from './placeholders.ts'

export type CheckedFact = {
  readonly kind: FactKind
  readonly name: FactName
  readonly source: string
  readonly reason: FactReason
} & (
  | { readonly counted: true; readonly value: string }
  | { readonly counted: false; readonly timedOut: boolean }
)

/** Checks for each fact of a reading whether it identifies the machine, with the reason. Pure. */
export function checkFacts({ facts, platform }: MachineReading): CheckedFact[] {
  const checked: CheckedFact[] = []
  for (const { kind, name, source, answer } of facts) {
    const fact = { kind, name, source }
    const check = validateAnswer(answer, kind, platform)
    if (check.kind === 'rejected') {
      const timedOut = answer.kind === 'timed-out'
      checked.push({ ...fact, counted: false, timedOut, reason: { code: check.reason } })
      continue
    }
    const { value } = check
    // A Raspberry Pi reports one number under two names: it counts as one fact.
    const twin = checked.find((other) => other.counted && other.value === value)
    checked.push(
      twin === undefined
        ? { ...fact, counted: true, value, reason: { code: countedReason(kind, platform) } }
        : { ...fact, counted: false, timedOut: false, reason: { code: 'twin', of: twin.name } },
    )
  }
  return checked
}

function validateAnswer(answer: Answer, kind: FactKind, platform: NodeJS.Platform): IdentifierCheck {
  if (answer.kind === 'skipped') return { kind: 'rejected', reason: answer.reason }
  if (answer.kind === 'timed-out') return { kind: 'rejected', reason: 'timed-out' }
  if (answer.value === '' && platform === 'linux' && kind !== 'installation') {
    return { kind: 'rejected', reason: 'not-shown' }
  }
  return validateIdentifier(answer.value, formOf(kind, platform))
}

/** A single-board computer with Linux reports a serial number where others report a system UUID. */
function formOf(kind: FactKind, platform: NodeJS.Platform): 'uuid' | 'serial' | 'either' {
  if (kind === 'installation') return 'uuid'
  if (kind === 'board') return 'either'
  return platform === 'linux' ? 'either' : 'uuid'
}

function countedReason(kind: FactKind, platform: NodeJS.Platform): FactReasonCode {
  if (kind === 'installation') return 'set-at-installation'
  if (platform === 'darwin') return 'set-by-apple'
  return kind === 'system' ? 'set-by-computer-maker' : 'set-by-board-maker'
}
