import { licensingEnv, startDemoService } from '../../packages/electron/src/development/demo-service.ts'
import { openAppTarget } from './app-target.ts'
import type { Attack } from './attack.ts'
import type { Finding } from './evaluate.ts'
import { runAttacks } from './run-attacks.ts'
import { CONTROL, type Target } from './target.ts'

export interface AttackAppOptions {
  /** Number of windows. While one waits for a time limit, attacks run in another. */
  readonly windows: number
  /** The folder of the built app. Default: this app. */
  readonly appDir?: string | undefined
  readonly onFinding?: (finding: Finding) => void
}

/** Runs the control and the attacks on the real app. Requires a display. */
export async function attackApp(
  attacks: readonly Attack[],
  { windows, appDir, onFinding }: AttackAppOptions,
): Promise<readonly Finding[]> {
  const service = await startDemoService()
  const targets: Target[] = []
  try {
    for (let opened = 0; opened < Math.min(windows, attacks.length); opened++) {
      targets.push(await openAppTarget({ service, env: licensingEnv(service), appDir }))
    }
    return await runAttacks([CONTROL, ...attacks], targets, onFinding)
  } finally {
    await Promise.all(targets.map((target) => target.close()))
    await service.close()
  }
}
