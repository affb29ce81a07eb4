import { ENDPOINTS, ProjectSettings } from '@latchkey/management'
import { camelCased, definedFields } from '../fields.ts'
import { done, type RegisterEndpoint } from '../http/endpoint.ts'
import type { HttpParts } from '../http/parts.ts'
import { recordsOf } from '../http/records.ts'
import { featureList } from '../license/terms.ts'
import type { Project } from './projects.ts'

/** Registers the settings of projects, which are additions to the interface. */
export function registerProjects(register: RegisterEndpoint, { storage }: HttpParts): void {
  register(ENDPOINTS.getProjectSettings, async ({ project }) => toProjectSettings(project))

  register(ENDPOINTS.updateProjectSettings, async ({ project, body, by }) => {
    const { reset_hwid_cooldown: resetCooldownSeconds, features, ...others } = body
    const changes = definedFields({
      ...camelCased(others),
      resetCooldownSeconds,
      features: features && featureList(features),
    })
    const changed = await storage.changeProject(project.id, (known) => ({ ...known, ...changes }), by)
    return toProjectSettings(changed ?? project)
  })
}

const projectSettings = recordsOf(ProjectSettings)
const toProjectSettings = (project: Project): ProjectSettings =>
  projectSettings({
    ...project,
    ...done('The settings of the project.'),
    resetHwidCooldown: project.resetCooldownSeconds,
  })
