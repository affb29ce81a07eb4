import type { ENDPOINTS, SuccessOf } from '@latchkey/management'
import type { Project } from '../domain/projects.ts'
import type { Storage } from '../storage/storage.ts'
import type { Received, RegisterEndpoint, RouteOptions } from './endpoint.ts'
import type { Refusal } from './refusals.ts'

/** The endpoints that read or change the keys of a project. */
type OfProject = Extract<
  (typeof ENDPOINTS)[keyof typeof ENDPOINTS],
  { readonly subject: 'Users' | 'Keys' | 'Events' }
>

/**
 * Registers endpoints whose handlers get the project, in which the bans that ended have lapsed. A
 * project of another account counts as missing.
 */
export const createRegisterOfProject =
  (register: RegisterEndpoint, storage: Pick<Storage, 'findProject' | 'lapseBans'>) =>
  <E extends OfProject>(
    endpoint: E,
    handler: (received: Received<E>, project: Project) => Promise<SuccessOf<E> | Refusal>,
    options?: RouteOptions,
  ): void =>
    register(
      endpoint,
      async (received: Received<E>) => {
        const { account, params, now } = received as Received<OfProject>
        const project = await storage.findProject(account.id, params.project_id)
        if (project === undefined) return { kind: 'no-such-project' }
        await storage.lapseBans(now)
        return handler(received, project)
      },
      options,
    )
