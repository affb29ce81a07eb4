import { setTimeout } from 'node:timers/promises'
import type { Attack } from './attack.ts'
import { evaluate, type Finding, type Observation } from './evaluate.ts'

/** The target of attacks: the real app in its window, or only its key exchange. */
export interface Target {
  /** Runs one attack in a locked state, and restores that state. */
  run(attack: Attack): Promise<Observation>
  close(): Promise<void>
}

/** An honest service. Detects a target that never opens, which would pass every attack. */
export const CONTROL: Attack = {
  name: 'honest service (control)',
  check: async ({ authentic, response }) => {
    const { status, headers, body } = await authentic()
    response.writeHead(status, { ...headers }).end(body)
  },
  mayOpen: true,
  expectedCodes: ['KEY_VALID'],
}

/**
 * Runs each attack on the next free target. Slow attacks come first, and sync attacks are grouped,
 * because each of them restarts the app, and those on an app with public keys come last. The result has the order of `attacks`.
 */
export async function runAttacks(
  attacks: readonly Attack[],
  targets: readonly Target[],
  onFinding: (finding: Finding) => void = () => {},
): Promise<readonly Finding[]> {
  const waiting = attacks.toSorted((a, b) => weight(a) - weight(b))
  const findings = new Map<Attack, Finding>()
  await Promise.all(
    targets.map(async (target) => {
      for (let attack = waiting.shift(); attack !== undefined; attack = waiting.shift()) {
        const finding = evaluate(attack, await target.run(attack))
        findings.set(attack, finding)
        onFinding(finding)
      }
    }),
  )
  return attacks.flatMap((attack) => findings.get(attack) ?? [])
}

const weight = ({ isSlow, sync, endsWindow, hasPublicKeys }: Attack): number =>
  (hasPublicKeys ? 8 : 0) + (isSlow ? 0 : 4) + (endsWindow ? 2 : 0) + (sync === undefined ? 1 : 0)

/** Resolves to undefined if `work` takes longer. */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController()
  try {
    return await Promise.race([work, setTimeout(limitMs, undefined, timer)])
  } finally {
    timer.abort()
  }
}
