import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask } from '../testing/ask.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService({ settings: { publicUrl: 'https://license.example/base/' } })
})
afterEach(() => service.stop())

const change = (body: object) => ask(service, 'changeCustomerPage', { body })

test('the page is off until an owner opens it, and each act is allowed by itself', async () => {
  const first = await ask(service, 'getCustomerPage')
  expect(first.body).toMatchObject({
    ...{ on: false, free_computer: true, change_address: true, license_file: true },
    ...{ replace_key: false, hand_over: false, ask_owner: false },
    address: 'https://license.example/base/my/project/',
  })
  const changed = await change({ on: true, replace_key: true, free_computer: false })
  expect(changed.body).toMatchObject({
    on: true,
    replace_key: true,
    free_computer: false,
    license_file: true,
  })
  const { message, ...settings } = changed.body
  expect((await ask(service, 'getCustomerPage')).body).toMatchObject(settings)
  expect((await change({ sign_in: true })).status).toBe(400)
  const { events } = (await ask(service, 'getEvents')).body
  expect(events.at(-1)).toMatchObject({
    ...{ kind: 'updated', subject: 'project', actor: 'api-key' },
    fields: ['on', 'replace_key', 'free_computer'],
  })
})
