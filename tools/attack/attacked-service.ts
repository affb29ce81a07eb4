import { createVendorClient, type RequestTo } from '@latchkey/vendor'
import { startDemoService } from '../../packages/electron-tools/src/development/demo-service.ts'
import { createOtherComputers } from '../../test/support/other-computers.ts'
import type { AttackedUse } from './attack.ts'

/** The demo service, with keys that can be moved: one for this computer, one linked to another. */
export async function startAttackedService() {
  const service = await startDemoService()
  const { createUser } = createVendorClient({
    baseUrl: service.url,
    apiKey: service.apiKey,
    projectId: service.project,
  })
  const computer = createOtherComputers(service)
  const create = async (more: RequestTo<'createUser'>['body'] = {}): Promise<string> => {
    const outcome = await createUser({ body: { moves_per_year: 5, ...more } })
    if (outcome.kind !== 'ok') throw new Error(`The service made no key: ${JSON.stringify(outcome)}`)
    return outcome.value.user_key
  }
  const keys = {
    ...service.keys,
    movable: await create(),
    elsewhere: await create({ identifier: 'e'.repeat(64) }),
    /** The key is for versions that were built years ago, so it opens nothing in a window. */
    perpetual: await create({ auth_expire: 1_700_000_000, perpetual: true }),
  }
  return {
    ...service,
    keys,
    /** A new key, for which the gate of this computer offers a move or a list. */
    async createOffered(use: Exclude<AttackedUse, 'trial'>): Promise<string> {
      if (use === 'move') return create({ identifier: 'e'.repeat(64) })
      const key = await create({ max_devices: 2 })
      for (const name of ['a', 'b']) await computer(name).check(key)
      return key
    },
  }
}
