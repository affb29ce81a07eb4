import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { byService } from '../../core/event-log/events.ts'
import { hashToken } from '../../core/security/credentials.ts'
import { readContent } from '../../mail/mail.ts'
import type { Storage } from '../../modules.ts'
import { testLease } from '../../outbox/testing/items.ts'
import { NOW, testLicense, testProject } from '../../testing/records.ts'
import type { SignInRequest } from '../storage.ts'

const BY = byService(NOW)
const ROUNDS = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 50 : 5
const MINUTES = 60

/**
 * Tests of the customer's page and its sign-in.
 * @param storagesOf two storages on one database, or the same one twice
 */
export function describeMyPage(storagesOf: () => Promise<readonly [Storage, Storage]>): void {
  describe('the customer’s page', () => {
    let storage: Storage
    let two: Storage
    beforeEach(async () => {
      ;[storage, two] = await storagesOf()
    })

    const addCustomer = async (email: string, project = 'project'): Promise<number> => {
      const customer = { id: email, email, name: '', createdAt: NOW }
      await storage.createLicense(project, testLicense(), { customerOf: () => customer })
      return (await storage.findCustomer('account', { email }))?.row ?? 0
    }
    const rowOf = async (project = 'project') => (await storage.findMyPage(project))?.projectRow ?? 0
    const session = () => ({
      id: randomUUID(),
      tokenHash: hashToken(randomUUID()),
      createdAt: NOW,
      usedAt: NOW,
    })
    const answer = (now = NOW, by = storage, token: string = randomUUID()) =>
      by.answerSignIn({ token, mailId: randomUUID() }, now)
    const request = async (email: string, changes: Partial<SignInRequest> = {}, now = NOW) => {
      const code = randomUUID()
      const codeHash = Buffer.from(hashToken(code)).toString('base64')
      await storage.addSignInRequest(
        await rowOf(),
        { email, code, codeHash, isOverLimit: false, ...changes },
        now,
      )
      return code
    }
    const mails = async (now = NOW) =>
      (await storage.leaseOutbox(testLease('node', { now, most: 50 }))).map(({ body }) => readContent(body))
    /** Adds a link for a customer. */
    const link = async (email: string, now = NOW) => {
      const [token, code] = [randomUUID(), await request(email, {}, now)]
      await answer(now, storage, token)
      return { token: hashToken(token), code: hashToken(code) }
    }
    const spend = async (by: { token: Uint8Array } | { code: Uint8Array }, now = NOW, at = storage) =>
      at.spendSignIn(await rowOf(), by, session(), now)

    test('is off until it is changed, and is the only one of the service or none is', async () => {
      expect(await storage.findMyPage('unknown')).toBeUndefined()
      expect((await storage.findMyPage('project'))?.settings).toMatchObject({
        isOn: false,
        may: { free_computer: true, replace_key: false },
      })
      expect(await storage.findOnlyPage()).toBeUndefined()
      const open = (project: string) =>
        storage.changeMyPage(project, ({ may }) => ({ isOn: true, may: { ...may, hand_over: true } }), BY)
      const changed = await open('project')
      expect(changed).toMatchObject({ isOn: true, may: { free_computer: true, hand_over: true } })
      expect((await two.findMyPage('project'))?.settings).toEqual(changed)
      expect(await two.findOnlyPage()).toBe('project')
      expect(await open('unknown')).toBeUndefined()
      await storage.createProject(testProject({ id: 'second', appName: 'second' }))
      await open('second')
      expect(await storage.findOnlyPage()).toBeUndefined()
      expect(await storage.deleteProject('second', 10, BY)).toBe('deleted')
      expect(await storage.findOnlyPage()).toBe('project')
    })

    test('answers a request once, with a mail only to an address with licenses of the project', async () => {
      await addCustomer('Ann@example.org')
      await storage.createProject(testProject({ id: 'second', appName: 'second' }))
      await addCustomer('bob@example.org', 'second')
      expect(await answer()).toBe(false)
      const code = await request('aNN@example.org', { language: 'de' })
      for (const email of ['bob@example.org', 'nobody@example.org']) await request(email)
      await request('ann@example.org', { isOverLimit: true })
      await request('ann@example.org', {}, NOW - 15 * MINUTES)
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => answer(NOW, n % 2 ? two : storage)),
      )
      expect(answers.filter(Boolean).length).toBeLessThanOrEqual(5)
      while (await answer());
      expect(await mails()).toEqual([
        {
          ...{ to: { email: 'Ann@example.org', name: '' }, keys: [], end: 0, code, language: 'de' },
          path: expect.stringMatching(/^my\/project\/#in\//),
        },
      ])
    })

    test('has at most three links of a customer that can be spent, also when nodes answer at once', async () => {
      await addCustomer('ann@example.org')
      for (let n = 0; n < 6; n += 1) await request('ann@example.org')
      await Promise.all([storage, two, storage, two, storage, two].map((one) => answer(NOW, one)))
      while (await answer());
      expect(await mails()).toHaveLength(3)
      await request('ann@example.org', {}, NOW + 15 * MINUTES)
      await answer(NOW + 15 * MINUTES)
      expect(await mails(NOW + 15 * MINUTES)).toHaveLength(1)
    })

    test('begins one session for each link, whoever spends it at the same moment', async () => {
      await addCustomer('ann@example.org')
      for (let round = 0; round < ROUNDS; round += 1) {
        const [one, another] = [await link('ann@example.org'), await link('ann@example.org')]
        const ways = [
          { token: one.token },
          { code: one.code },
          { token: another.token },
          { code: another.code },
        ]
        const outcomes = await Promise.all(
          [...ways, ...ways].map((by, n) => spend(by, NOW, n % 2 === 0 ? storage : two)),
        )
        expect(outcomes.filter((outcome) => outcome === 'begun')).toHaveLength(1)
      }
    })

    test('spends a link until its last second, at the project for which it was made', async () => {
      await addCustomer('ann@example.org')
      const { token } = await link('ann@example.org')
      await storage.createProject(testProject({ id: 'second', appName: 'second' }))
      expect(await storage.spendSignIn(await rowOf('second'), { token }, session(), NOW)).toBe('over')
      expect(await spend({ token }, NOW + 15 * MINUTES)).toBe('over')
      expect(await spend({ token }, NOW + 15 * MINUTES - 1)).toBe('begun')
      expect(await spend({ code: new Uint8Array() })).toBe('over')
    })

    test('ends sessions and links with the address that they prove, and sessions by themselves', async () => {
      const row = await addCustomer('ann@example.org')
      await addCustomer('eve@example.org')
      const begin = async (customerRow: number) => {
        const begun = session()
        await storage.beginCustomerSession(customerRow, begun)
        return begun.tokenHash
      }
      const first = await begin(row)
      expect(await two.findCustomerSession(first)).toMatchObject({
        row,
        customer: { email: 'ann@example.org' },
      })
      const { token } = await link('ann@example.org')
      await storage.changeCustomer('account', 'ann@example.org', { email: 'anna@example.org' }, BY)
      expect(await two.findCustomerSession(first)).toBeUndefined()
      expect(await spend({ token })).toBe('over')
      const second = await begin(row)
      await storage.changeCustomer('account', 'ann@example.org', { email: 'ANNA@example.org' }, BY)
      expect(await two.findCustomerSession(second)).toBeDefined()
      await link('anna@example.org')
      await storage.joinCustomers('account', { id: 'ann@example.org', into: 'eve@example.org' }, BY)
      expect(await two.findCustomerSession(second)).toBeUndefined()
      const eve = (await storage.findCustomer('account', { id: 'eve@example.org' }))?.row ?? 0
      const third = await begin(eve)
      await link('eve@example.org')
      expect(await storage.eraseCustomer('account', 'eve@example.org', BY)).toBe('erased')
      expect(await two.findCustomerSession(third)).toBeUndefined()

      const last = await begin(await addCustomer('ann@example.org'))
      const { session: known } = (await storage.findCustomerSession(last)) ?? {}
      await storage.useCustomerSession(known?.id ?? '', NOW + 5)
      expect((await two.findCustomerSession(last))?.session.usedAt).toBe(NOW + 5)
      await storage.endCustomerSession(last)
      expect(await two.findCustomerSession(last)).toBeUndefined()
    })
  })
}
