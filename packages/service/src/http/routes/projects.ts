import { ENDPOINTS } from '@latchkey/management'
import { featureList } from '../../domain/features.ts'
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
      trialDays: body.trial_days,
      trialWeakDevices: body.trial_weak_devices,
      trialsPerDay: body.trials_per_day,
      trialsPerAddress: body.trials_per_address,
      trialKeptDays: body.trial_kept_days,
      features: body.features && featureList(body.features),
    })
    const changed = await storage.changeProject(own.id, (known) => ({ ...known, ...changes }), by)
    return toProjectSettings(changed ?? own)
  })
}
