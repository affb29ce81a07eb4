import { ENDPOINTS } from '@latchkey/management'
import { featureList } from '../../domain/features.ts'
import { camelCased, given } from '../../domain/given.ts'
import type { RegisterEndpoint } from '../endpoint.ts'
import type { HttpParts } from '../parts.ts'
import { toProjectSettings } from '../wire.ts'

/** Additions to the interface. */
export function registerProjects(register: RegisterEndpoint, { storage }: HttpParts): void {
  register(ENDPOINTS.getProjectSettings, async ({ project }) => toProjectSettings(project))

  register(ENDPOINTS.updateProjectSettings, async ({ project, body, by }) => {
    const { reset_hwid_cooldown: resetCooldownSeconds, features, ...others } = body
    const changes = given({
      ...camelCased(others),
      resetCooldownSeconds,
      features: features && featureList(features),
    })
    const changed = await storage.changeProject(project.id, (known) => ({ ...known, ...changes }), by)
    return toProjectSettings(changed ?? project)
  })
}
