import { expect, test } from 'vitest'
import { isLongRun, SEED } from '../../packages/client/src/license/testing/seeded-random.ts'
import type { Attack } from '../../tools/attack/attack.ts'
import { attackApp } from '../../tools/attack/attack-app.ts'
import { attacks } from '../../tools/attack/attacks.ts'
import { choose } from '../../tools/attack/choose.ts'

/** Of those that one window lives through, one after the other, without a time limit to wait for. */
const SHORT_RUN = 12
const isQuick = ({ sync, endsWindow, isSlow }: Attack): boolean => !(sync || endsWindow || isSlow)

const played = isLongRun ? attacks : choose(attacks.filter(isQuick), SHORT_RUN, SEED)

test(
  `the app in its window holds against ${played.length} attacks of a hostile service (seed ${SEED})`,
  async () => {
    const findings = await attackApp(played, { windows: isLongRun ? 3 : 1 })
    expect(findings).toHaveLength(played.length + 1)
    const fallen = findings.filter(({ reasons }) => reasons.length > 0)
    expect(fallen.map(({ attack, reasons }) => `${attack.name}: ${reasons.join('; ')}`)).toEqual([])
  },
  isLongRun ? 900_000 : 120_000,
)
