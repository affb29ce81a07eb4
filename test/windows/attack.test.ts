import { expect, test } from 'vitest'
import {
  createSeededRandom,
  isLongRun,
  SEED,
} from '../../packages/client/src/license/testing/seeded-random.ts'
import type { Attack } from '../../tools/attack/attack.ts'
import { attackApp } from '../../tools/attack/attack-app.ts'
import { attacks } from '../../tools/attack/attacks.ts'

const SHORT_RUN = 6
/**
 * Whether an attack can share a window with others, and waits for no time limit. Attacks on an app
 * with public keys need another window, so only a test of the key exchange runs them.
 */
const isQuick = ({ sync, endsWindow, isSlow, hasPublicKeys }: Attack): boolean =>
  !(sync || endsWindow || isSlow || hasPublicKeys)

function someOf(quick: readonly Attack[]): readonly Attack[] {
  const random = createSeededRandom(SEED)
  const left = [...quick]
  return Array.from({ length: SHORT_RUN }, () => left.splice(random.below(left.length), 1)).flat()
}

const played = isLongRun ? attacks : someOf(attacks.filter(isQuick))

test(
  `the app in its window withstands ${played.length} attacks of a hostile service (seed ${SEED})`,
  async () => {
    const findings = await attackApp(played, isLongRun ? 3 : 1)
    expect(findings).toHaveLength(played.length + 1)
    const failed = findings.filter(({ reasons }) => reasons.length > 0)
    expect(failed.map(({ attack, reasons }) => `${attack.name}: ${reasons.join('; ')}`)).toEqual([])
  },
  isLongRun ? 900_000 : 120_000,
)
