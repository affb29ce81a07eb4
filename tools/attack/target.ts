import type { Attack } from './attack.ts'
import type { Observation } from './evaluate.ts'

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
