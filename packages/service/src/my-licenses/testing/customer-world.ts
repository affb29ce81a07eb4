import type { Fact } from '@latchkey/shops'
import { expect } from 'vitest'
import type { Origin } from '../../core/event-log/events.ts'
import type { License } from '../../core/license/license.ts'
import { openCustomerBrowser, takeMails } from '../../my/testing/customer-browser.ts'
import { PRODUCTS } from '../../orders/testing/order-world.ts'
import { ask } from '../../testing/ask.ts'
import { NOW, testLicense } from '../../testing/records.ts'
import { startTestService, type TestServiceOptions } from '../../testing/test-service.ts'

const BY: Origin = { at: NOW, actor: 'person', person: 'owner@example.org', address: '', fields: [] }
const ALL = {
  free_computer: true,
  replace_key: true,
  hand_over: true,
  change_address: true,
  license_file: true,
}

/** A service whose project has a customer's page on which all is allowed. */
export async function startCustomerWorld(options: TestServiceOptions = {}) {
  const service = await startTestService({
    ...options,
    // The tests take mails out of the outbox themselves.
    server: { outbox: { lookEveryMs: 3_600_000 } },
  })
  const { storage } = service
  expect((await ask(service, 'changeCustomerPage', { body: { on: true, ...ALL } })).status).toBe(200)

  return {
    service,
    api: (...given: Parameters<typeof ask> extends [unknown, ...infer Rest] ? Rest : never) =>
      ask(service, ...given),
    /** Adds a license of a customer, and returns its key. */
    async addLicense(email: string, changes: Partial<License> = {}, projectId = 'project'): Promise<string> {
      const license = testLicense(changes)
      const customerOf = () => ({ id: email, email, name: '', createdAt: NOW })
      expect(await storage.createLicenses(projectId, [license], { customerOf })).toBe('created')
      return license.key
    },
    /** The page of a customer who has just signed in. */
    async pageOf(email?: string, projectId?: string) {
      const page = openCustomerBrowser(service, projectId)
      if (email !== undefined) await page.signIn(email)
      const { send } = page
      return {
        send,
        mine: async () => (await send('getMine')).body,
        /** The status and the code of an answer. */
        async act(id: Parameters<typeof send>[0], body: object = {}) {
          const answer = await send(id, { body })
          return answer.status === 200 ? 200 : `${answer.status} ${answer.body.code}`
        },
      }
    },
    /** The kinds of the mails of the project that have not been seen yet, and whom they are for. */
    async mails() {
      const contents = await takeMails(service)
      return contents.map(({ to, path, keys, language }) => ({
        to: to.email,
        keys,
        language,
        token: /^my\/project\/#(?:offer|address)\/([\w-]{43})$/.exec(path)?.[1] ?? '',
      }))
    },
    kinds: async (): Promise<string[]> =>
      (await ask(service, 'listMail', { query: { limit: 100 } })).body.mails.map(
        ({ kind }: { kind: string }) => kind,
      ),
    /** Connects a shop that sells the products of the lives. */
    async addShop() {
      const made = { createdAt: NOW, createdBy: 'owner', apiKeyMark: '', openUntil: 0 }
      const named = { id: 'shop', kind: 'stripe', name: 'Shop', isTest: false, secrets: ['x'] } as const
      const buyerPage = 'https://billing.example/login'
      await storage.addShop('project', { ...named, ...made, buyerPage }, BY)
      for (const [name, terms] of Object.entries(PRODUCTS)) {
        await storage.putProduct('project', { id: name, name, shopProducts: [name], terms }, BY)
      }
      const shop = await storage.findShop('shop')
      if (shop === undefined) throw new Error('The shop was not stored.')
      return async (...facts: readonly Fact[]): Promise<void> => {
        for (const fact of facts) {
          const { eventId, eventType, isTest } = fact
          const customer = {
            shopCustomerId: 'c',
            email: 'buyer@example.org',
            name: 'Ada',
            isFromBuyer: false,
          }
          await storage.receiveDelivery({
            shop,
            now: NOW,
            body: Buffer.from(JSON.stringify(customer)),
            reading: {
              ...{ kind: 'facts', eventId, eventType, isTest, missing: [] },
              facts: [{ ...fact, shopCustomerId: 'c' } as Fact],
              customer: fact.kind === 'customer-known' ? customer : undefined,
            },
          })
        }
      }
    },
  }
}

export type CustomerWorld = Awaited<ReturnType<typeof startCustomerWorld>>
