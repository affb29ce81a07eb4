import type { FactReason, FactReasonCode } from './device-view.ts'
import type { Answer, FactKind, FactReading, MachineReading } from './machine-reading.ts'
import { type IdentifierCheck, validateIdentifier } from './placeholders.ts'

export type SelectedFact = {
  readonly kind: FactKind
  readonly name: string
  readonly source: string
  readonly reason: FactReason
} & (
  | { readonly counted: true; readonly value: string }
  | { readonly counted: false; readonly timedOut: boolean }
)

/**
 * Decides for each fact of a reading whether it identifies this machine, and gives the reason.
 * Pure.
 */
export function selectFacts({ facts, platform }: MachineReading): SelectedFact[] {
  const selected: SelectedFact[] = []
  for (const fact of facts) {
    const { kind, name, source } = fact
    const check = validateAnswer(fact.answer, kind, platform)
    if (check.kind === 'rejected') {
      selected.push({
        kind,
        name,
        source,
        counted: false,
        timedOut: fact.answer.kind === 'timed-out',
        reason: { code: check.reason },
      })
      continue
    }
    // A Raspberry Pi reports one number under two names: it counts as one fact.
    const twin = selected.find((other) => other.counted && other.value === check.value)
    selected.push(
      twin === undefined
        ? {
            kind,
            name,
            source,
            counted: true,
            value: check.value,
            reason: { code: whyItCounts(fact, platform) },
          }
        : { kind, name, source, counted: false, timedOut: false, reason: { code: 'twin', of: twin.name } },
    )
  }
  return selected
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

function whyItCounts({ kind }: FactReading, platform: NodeJS.Platform): FactReasonCode {
  if (kind === 'installation') return 'set-at-installation'
  if (platform === 'darwin') return 'set-by-apple'
  return kind === 'system' ? 'set-by-computer-maker' : 'set-by-board-maker'
}
