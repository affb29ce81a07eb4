import { licensingEnv, startDemoService } from '../demo-service.js'
import { openAppTarget } from './app-target.ts'
import type { Attack } from './attack.ts'
import type { Finding } from './evaluate.ts'
import { runAttacks } from './run-attacks.ts'
import { CONTROL, type Target } from './target.ts'

export interface AttackAppOptions {
  /** Windows at a time. While one waits for a time limit, another can be attacked. */
  readonly windows: number
  /** The built app; this one unless told otherwise. */
  readonly appDir?: string | undefined
  readonly onFinding?: (finding: Finding) => void
}

/** Plays the control and the attacks on the real app, with a license service of its own. It needs a display. */
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
