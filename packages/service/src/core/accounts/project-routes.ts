import { ENDPOINTS } from '@latchkey/management'
import { featureList } from '../../features/features.ts'
import { camelCased, given } from '../given.ts'
import type { RegisterEndpoint } from '../http/endpoint.ts'
import type { HttpParts } from '../http/parts.ts'
import { toProjectSettings } from '../http/wire.ts'

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
