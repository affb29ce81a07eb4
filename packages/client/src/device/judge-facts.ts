import type { FactReason, FactReasonCode } from './device-view.ts'
import type { Answer, FactKind, FactReading, MachineReading } from './machine-reading.ts'
import { type Judgement, judgeValue } from './placeholders.ts'

export type JudgedFact = {
  readonly kind: FactKind
  readonly name: string
  readonly source: string
  readonly reason: FactReason
} & (
  | { readonly counted: true; readonly value: string }
  | { readonly counted: false; readonly timedOut: boolean }
)

/** Which facts of a reading identify this machine, and why the others do not. Pure. */
export function judgeFacts({ facts, platform }: MachineReading): JudgedFact[] {
  const judged: JudgedFact[] = []
  for (const fact of facts) {
    const { kind, name, source } = fact
    const judgement = judgeAnswer(fact.answer, kind, platform)
    if (judgement.kind === 'not-one') {
      judged.push({
        kind,
        name,
        source,
        counted: false,
        timedOut: fact.answer.kind === 'timed-out',
        reason: { code: judgement.reason },
      })
      continue
    }
    // One number under two names, as on a Raspberry Pi, is one fact.
    const twin = judged.find((other) => other.counted && other.value === judgement.value)
    judged.push(
      twin === undefined
        ? {
            kind,
            name,
            source,
            counted: true,
            value: judgement.value,
            reason: { code: whyItCounts(fact, platform) },
          }
        : { kind, name, source, counted: false, timedOut: false, reason: { code: 'twin', of: twin.name } },
    )
  }
  return judged
}

function judgeAnswer(answer: Answer, kind: FactKind, platform: NodeJS.Platform): Judgement {
  if (answer.kind === 'not-asked') return { kind: 'not-one', reason: answer.reason }
  if (answer.kind === 'timed-out') return { kind: 'not-one', reason: 'timed-out' }
  if (answer.value === '' && platform === 'linux' && kind !== 'installation') {
    return { kind: 'not-one', reason: 'not-shown' }
  }
  return judgeValue(answer.value, formOf(kind, platform))
}

/** A single-board computer that runs Linux has a serial number in the place of a system UUID. */
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
