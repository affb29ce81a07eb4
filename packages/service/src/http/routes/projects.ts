import { ENDPOINTS } from '@latchkey/management'
import { given } from '../../domain/given.ts'
import type { RegisterEndpoint } from '../endpoint.ts'
import type { HttpParts } from '../parts.ts'
import { toProjectSettings } from '../wire.ts'

/** Additions to the interface. */
export function registerProjects(register: RegisterEndpoint, { storage }: HttpParts): void {
  register(ENDPOINTS.getProjectSettings, async ({ account, params }) => {
    const project = await storage.findProject(account.id, params.project_id)
    return project === undefined ? { kind: 'no-such-project' } : toProjectSettings(project)
  })

  register(ENDPOINTS.updateProjectSettings, async ({ account, params, body, by }) => {
    const own = await storage.findProject(account.id, params.project_id)
    if (own === undefined) return { kind: 'no-such-project' }
    const changes = given({
      resetCooldownSeconds: body.reset_hwid_cooldown,
      maxDevices: body.max_devices,
      movesPerYear: body.moves_per_year,
      userAgents: body.user_agents,
    })
    const changed = await storage.changeProject(own.id, (known) => ({ ...known, ...changes }), by)
    return toProjectSettings(changed ?? own)
  })
}
