import { ENDPOINTS, keyIdOf } from '@latchkey/management'
import { done, type RegisterEndpoint } from '../endpoint.ts'
import type { HttpParts } from '../parts.ts'
import { toEventRecord } from '../wire.ts'
import { pageOf } from './users.ts'

/** An addition to the interface: what happened in a project. */
export function registerEvents(register: RegisterEndpoint, { storage }: HttpParts): void {
  register(ENDPOINTS.getEvents, async ({ query, project }) => {
    const { user_key, key_id, kind, since, before } = query
    const keyId = user_key === undefined ? key_id : keyIdOf(user_key)
    const filter = { keyId, kind, since, before }
    const events = await storage.listEvents(project.id, filter, pageOf(query))
    return { ...done('The events that match.'), events: events.map(toEventRecord) }
  })
}
