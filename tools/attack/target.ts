import type { Attack } from './attack.ts'
import type { Observation } from './evaluate.ts'

/** What gets attacked: the real app in its window, or its key exchange alone. */
export interface Target {
  /** Plays one attack from a state in which nothing is licensed, and sees to that state again. */
  run(attack: Attack): Promise<Observation>
  close(): Promise<void>
}

/** What an honest service brings about. Without it, a target that never opens would hold against everything. */
export const CONTROL: Attack = {
  name: 'honest service (control)',
  check: async ({ authentic, response }) => {
    const { status, headers, body } = await authentic()
    response.writeHead(status, { ...headers }).end(body)
  },
  mayOpen: true,
  tells: ['KEY_VALID'],
}
