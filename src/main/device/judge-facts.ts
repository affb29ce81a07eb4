import type { Answer, FactKind, FactReading, MachineReading } from './machine-reading.ts'
import { type Judgement, judgeValue } from './placeholders.ts'

export type JudgedFact = {
  readonly kind: FactKind
  readonly name: string
  readonly source: string
  readonly why: string
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
        why: judgement.why,
      })
      continue
    }
    // One number under two names, as on a Raspberry Pi, is one fact.
    const twin = judged.find((other) => other.counted && other.value === judgement.value)
    judged.push(
      twin === undefined
        ? { kind, name, source, counted: true, value: judgement.value, why: whyItCounts(fact, platform) }
        : { kind, name, source, counted: false, timedOut: false, why: `The same value as the ${twin.name}.` },
    )
  }
  return judged
}

function judgeAnswer(answer: Answer, kind: FactKind, platform: NodeJS.Platform): Judgement {
  if (answer.kind === 'not-asked') return { kind: 'not-one', why: answer.why }
  if (answer.kind === 'timed-out') return { kind: 'not-one', why: 'Did not answer in time and was cut off.' }
  if (answer.value === '' && platform === 'linux' && kind !== 'installation') {
    return { kind: 'not-one', why: 'Not there, or shown to the system administrator alone.' }
  }
  return judgeValue(answer.value, formOf(kind, platform))
}

/** A single-board computer that runs Linux has a serial number in the place of a system UUID. */
function formOf(kind: FactKind, platform: NodeJS.Platform): 'uuid' | 'serial' | 'either' {
  if (kind === 'installation') return 'uuid'
  if (kind === 'board') return 'either'
  return platform === 'linux' ? 'either' : 'uuid'
}

function whyItCounts({ kind }: FactReading, platform: NodeJS.Platform): string {
  if (kind === 'installation') return 'Set when the operating system was installed.'
  if (platform === 'darwin') return 'Set by Apple for this computer.'
  return kind === 'system' ? 'Set by the maker of the computer.' : 'Set by the maker of the main board.'
}
