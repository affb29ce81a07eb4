import type { Attack } from './attack.ts'
import { evaluate, type Finding } from './evaluate.ts'
import type { Target } from './target.ts'

/**
 * Runs each attack on the next free target. Slow attacks come first, and sync attacks are grouped,
 * because each of them restarts the app. The result has the order of `attacks`.
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

const weight = ({ isSlow, sync, endsWindow }: Attack): number =>
  (isSlow ? 0 : 4) + (endsWindow ? 2 : 0) + (sync === undefined ? 1 : 0)
