import { licensingEnv } from '../../packages/electron-tools/src/development/demo-service.ts'
import { openAppTarget } from './app-target.ts'
import type { Attack } from './attack.ts'
import { startAttackedService } from './attacked-service.ts'
import type { Finding } from './evaluate.ts'
import { CONTROL, runAttacks, type Target } from './run-attacks.ts'

/**
 * Runs the control and the attacks on the real app. Requires a display.
 * @param windows how many to open: while one waits for a time limit, attacks run in another
 */
export async function attackApp(
  attacks: readonly Attack[],
  windows: number,
  onFinding?: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const service = await startAttackedService()
  const targets: Target[] = []
  try {
    for (let opened = 0; opened < Math.min(windows, attacks.length); opened++) {
      targets.push(await openAppTarget(service, licensingEnv(service)))
    }
    return await runAttacks([CONTROL, ...attacks], targets, onFinding)
  } finally {
    await Promise.all(targets.map((target) => target.close()))
    await service.close()
  }
}
