import { type CustomerPageFound, ENDPOINTS } from '@latchkey/management'
import { definedFields } from '../core/fields.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import { refuse } from '../core/refusal.ts'
import type { MyParts } from './parts.ts'
import type { PageSettings } from './storage.ts'

/** Registers the settings of the customer's page, which are additions to the interface. */
export function registerPageSettings(register: RegisterEndpoint, { storage, linkBase }: MyParts): void {
  const toFound = (message: string, id: string, { isOn: on, may }: PageSettings): CustomerPageFound => {
    const base = linkBase()
    const address = base === undefined ? '' : `${base}my/${id}/`
    return { ...done(message), on, ...may, address }
  }

  register(ENDPOINTS.getCustomerPage, async ({ project }) => {
    const found = await storage.findMyPage(project.id)
    return found === undefined
      ? refuse('no-such-project')
      : toFound('The page for customers.', project.id, found.settings)
  })

  register(ENDPOINTS.changeCustomerPage, async ({ project, body: { on, ...acts }, by }) => {
    const changed = await storage.changeMyPage(
      project.id,
      ({ isOn, may }) => ({ isOn: on ?? isOn, may: { ...may, ...definedFields(acts) } }),
      by,
    )
    return changed === undefined
      ? refuse('no-such-project')
      : toFound('The page for customers was changed.', project.id, changed)
  })
}
