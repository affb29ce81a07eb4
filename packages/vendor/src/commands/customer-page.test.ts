import type { CustomerPageFound } from '@latchkey/management'
import { afterEach, expect, test } from 'vitest'
import { runLatchkey } from '../testing/run-latchkey.ts'
import { done, startTableServer, type TableServer } from '../testing/table-server.ts'

let server: TableServer | undefined
afterEach(async () => {
  await server?.close()
})

const PAGE: Omit<CustomerPageFound, 'success' | 'message'> = {
  ...{ on: true, free_computer: true, replace_key: false, hand_over: false, change_address: true },
  ...{ license_file: true, ask_owner: false, address: 'https://license.example/my/project/' },
}

test('shows and changes what customers may do on their page', async () => {
  server = await startTableServer({
    getCustomerPage: () => done(PAGE),
    changeCustomerPage: () => done({ ...PAGE, replace_key: true }),
  })
  const shown = await runLatchkey(server, ['customer-page', 'show'])
  expect(shown.stdout).toMatch(/^replace-key +no$/m)
  expect(shown.stdout).toMatch(/^address +https:\/\/license\.example\/my\/project\/$/m)
  const line = ['customer-page', 'set', '--on', 'yes', '--replace-key', 'yes', '--json']
  const changed = await runLatchkey(server, line)
  expect(JSON.parse(changed.stdout)).toMatchObject({ on: true, replace_key: true })
  expect(server.received.at(-1)?.body).toEqual({ on: true, replace_key: true })
  expect((await runLatchkey(server, ['customer-page', 'set', '--on', 'maybe'])).code).toBe(2)
})
