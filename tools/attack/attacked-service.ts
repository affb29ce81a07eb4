import { createVendorClient } from '@latchkey/vendor'
import { startDemoService } from '../../packages/electron/src/development/demo-service.ts'

/** The demo service, with keys that can be moved: one for this computer, one linked to another. */
export async function startAttackedService() {
  const service = await startDemoService()
  const { users } = createVendorClient({ baseUrl: service.url, apiKey: service.apiKey })
  const create = async (identifier?: string): Promise<string> => {
    const outcome = await users.create(service.project, {
      moves_per_year: 5,
      ...(identifier !== undefined && { identifier }),
    })
    if (outcome.kind !== 'ok') throw new Error(`The service made no key: ${JSON.stringify(outcome)}`)
    return outcome.value.user_key
  }
  const keys = { ...service.keys, movable: await create(), elsewhere: await create('e'.repeat(64)) }
  return { ...service, keys }
}
