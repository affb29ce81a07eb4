import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Customer } from '../../core/customer/customers.ts'
import { byService, type Origin } from '../../core/event-log/events.ts'
import type { License } from '../../core/license/license.ts'
import { decideDelete } from '../../licenses/change-license.ts'
import { mailItem } from '../../mail/mail.ts'
import type { Storage } from '../../modules.ts'
import { banned, NOW, testAccount, testLicense, testProject } from '../../testing/records.ts'
import { createErase } from '../erase-texts.ts'

const BY: Origin = byService(NOW)
const contentTo = (email: string) => ({ to: { email, name: '' }, keys: [], end: 0, path: '' })

const testCustomer = (email: string, name = '', id = email): Customer => ({ id, email, name, createdAt: NOW })

/**
 * Tests of customers.
 * @param storagesOf two storages on one database, or the same one twice
 */
export function describeCustomers(storagesOf: () => Promise<readonly [Storage, Storage]>): void {
  describe('customers', () => {
    let storage: Storage
    let two: Storage
    beforeEach(async () => {
      ;[storage, two] = await storagesOf()
    })

    const addKey = async (customer?: Customer, changes: Partial<License> = {}, project = 'project') => {
      const license = testLicense(changes)
      expect(await storage.createLicense(project, license, { customerOf: () => customer })).toBe('created')
      return license.key
    }
    const customerOf = async (key: string, project = 'project') =>
      (await storage.findLicense(project, { key }))?.customer
    const give = (key: string, customer: Customer | 'none', by = BY) =>
      storage.changeLicense('project', key, (license) => ({ outcome: 'updated', license, customer }), by)
    const addressesOf = async (search: string, account = 'account') =>
      (await storage.searchCustomers(account, { search, limit: 10 })).map(({ customer }) => customer.email)
    const find = (id: string) => storage.findCustomer('account', { id })

    test('are made with their first key, and found again however their address is written', async () => {
      const first = await addKey(testCustomer('Ann@Example.org', '', 'ann'))
      const second = await addKey(testCustomer('ann@example.ORG', 'Ann Lee', 'again'))
      const third = await addKey(testCustomer('ANN@example.org', 'Another', 'again'))
      for (const key of [first, second, third]) {
        expect(await customerOf(key)).toEqual(testCustomer('Ann@Example.org', 'Ann Lee', 'ann'))
      }
      expect(await customerOf(await addKey())).toBeUndefined()
      const found = await storage.findCustomer('account', { email: 'aNN@example.org' })
      expect(found).toMatchObject({ customer: { id: 'ann' }, keys: 3 })
      expect(found?.newest.map(({ license }) => license.key)).toEqual([third, second, first])
      expect(await storage.findCustomer('nobody', { email: 'ann@example.org' })).toBeUndefined()
    })

    test('ask to be erased once, until an owner declines, also after they were joined', async () => {
      const [ann, bob] = [testCustomer('ann@example.org'), testCustomer('bob@example.org')]
      for (const one of [ann, bob]) await addKey(one)
      const mail = () => mailItem(randomUUID(), 'erasure-asked', contentTo('owner@example.org'), { now: NOW })
      const askedBy = async () =>
        (await storage.searchCustomers('account', { erasureAsked: true, limit: 10 })).map(
          ({ customer, erasureAskedAt }) => [customer.id, erasureAskedAt],
        )
      const row = (await find(ann.id))?.row ?? 0
      const by: Origin = { ...BY, actor: 'customer' }
      const ask = (on: Storage, at: number) =>
        on.askForErasure('project', { row, id: ann.id }, { ...by, at }, [mail()])
      await Promise.all([ask(storage, NOW), ask(two, NOW), ask(storage, NOW)])
      await ask(two, NOW + 9)
      expect(await askedBy()).toEqual([[ann.id, NOW]])
      expect(await storage.listOutbox('project', 'mail', { limit: 10 })).toHaveLength(1)
      await storage.joinCustomers('account', { id: ann.id, into: bob.id }, BY)
      expect(await askedBy()).toEqual([[bob.id, NOW]])
      expect(await storage.declineErasure('else', bob.id, BY)).toBe('no-such-customer')
      expect(await storage.declineErasure('account', bob.id, BY)).toBe('declined')
      expect(await askedBy()).toEqual([])
    })

    test('have the keys of all projects of their account, and of no other one', async () => {
      const apiKeyHash = new Uint8Array([1])
      await storage.createAccount(testAccount({ id: 'other', email: 'o@example.org', apiKeyHash }))
      await storage.createProject(testProject({ id: 'second', appName: 'second', name: 'Second' }))
      await storage.createProject(testProject({ id: 'else', appName: 'else', accountId: 'other' }))
      const ann = testCustomer('ann@example.org', 'Ann')
      await addKey(ann)
      await addKey(ann, {}, 'second')
      await addKey({ ...ann, id: 'other ann' }, {}, 'else')
      expect((await find(ann.id))?.newest.map(({ projectName }) => projectName)).toEqual([
        'Second',
        'Project',
      ])
      expect((await storage.findCustomer('other', { email: ann.email }))?.customer.id).toBe('other ann')
      expect(await storage.findCustomer('other', { id: ann.id })).toBeUndefined()
      // Deleting a project does not delete its customers.
      while ((await storage.deleteProject('second', 100)) === 'more');
      expect(await find(ann.id)).toMatchObject({ keys: 1 })
    })

    test('come with many keys of one request, and each with its own in an import', async () => {
      const licenses = [testLicense(), testLicense(), testLicense()]
      const ann = testCustomer('ann@example.org')
      expect(await storage.createLicenses('project', licenses, { customerOf: () => ann })).toBe('created')
      expect(await find(ann.id)).toMatchObject({ keys: 3 })
      const imported = [testLicense(), testLicense(), testLicense(), testLicense()]
      const customers = [ann, testCustomer('bob@example.org'), undefined, testCustomer('BOB@example.org')]
      const terms = { customerOf: (license: License) => customers[imported.indexOf(license)] }
      await storage.importLicenses('project', imported, { ...terms, isDryRun: true })
      expect(await addressesOf('')).toEqual(['ann@example.org'])
      await storage.importLicenses('project', imported, { ...terms, isDryRun: false })
      const emails = await Promise.all(imported.map(async ({ key }) => (await customerOf(key))?.email))
      expect(emails).toEqual(['ann@example.org', 'bob@example.org', undefined, 'bob@example.org'])
      const found = await storage.findLicenses('project', [imported[1]?.key ?? ''])
      expect(found[0]?.customer?.email).toBe('bob@example.org')
    })

    test('get a key, and lose it, which changes its version and nothing else', async () => {
      const key = await addKey()
      const before = (await storage.findLicense('project', { key }))?.license
      await give(key, testCustomer('ann@example.org'))
      const after = (await storage.findLicense('project', { key }))?.license
      expect(after).toEqual({ ...before, customerId: expect.any(Number) })
      // Another change does not change the customer, even if it was decided before.
      await storage.changeLicense('project', key, (license) => ({
        outcome: 'x',
        license: { ...license, customerId: null },
      }))
      expect((await customerOf(key))?.email).toBe('ann@example.org')
      await give(key, 'none')
      expect(await customerOf(key)).toBeUndefined()
      expect(await find('ann@example.org')).toMatchObject({ keys: 0 })
    })

    test('are not named by the ban of a deleted key', async () => {
      const key = await addKey(testCustomer('ann@example.org'), banned())
      await storage.changeLicense('project', key, (license) => decideDelete(license, NOW))
      expect(await find('ann@example.org')).toMatchObject({ keys: 0 })
      expect(await storage.listLicenses('project', {}, { from: 0, until: 9 })).toHaveLength(1)
    })

    test('are found by a part of the address or the name, newest first, page by page', async () => {
      for (const [email, name] of [
        ['ann@example.org', 'Ann Lee'],
        ['bob@example.org', ''],
        ['lee@example.net', 'Zoë Ångström'],
      ] as const) {
        await addKey(testCustomer(email, name))
      }
      expect(await addressesOf('')).toEqual(['lee@example.net', 'bob@example.org', 'ann@example.org'])
      expect(await addressesOf('LEE')).toEqual(['lee@example.net', 'ann@example.org'])
      expect(await addressesOf('example.org')).toEqual(['bob@example.org', 'ann@example.org'])
      expect(await addressesOf('ZOë Å')).toEqual(['lee@example.net'])
      // A short text finds only what starts with it.
      expect(await addressesOf('B')).toEqual(['bob@example.org'])
      expect(await addressesOf('Zo')).toEqual(['lee@example.net'])
      expect(await addressesOf('ee')).toEqual([])
      expect(await addressesOf("%_'")).toEqual([])
      expect(await addressesOf('ann', 'nobody')).toEqual([])
      const [first] = await storage.searchCustomers('account', { limit: 1 })
      const rest = await storage.searchCustomers('account', { limit: 9, before: first?.row })
      expect(rest.map(({ customer }) => customer.email)).toEqual(['bob@example.org', 'ann@example.org'])
    })

    test('are found by the start of their address or name in a list of keys', async () => {
      const keys = [
        await addKey(testCustomer('ann@example.org')),
        await addKey(undefined, { note: 'for ann@example.org' }),
        await addKey(testCustomer('joann@example.org', 'Zed Lee')),
      ]
      const page = { sort: 'created', descending: false, limit: 9 } as const
      const search = async (text: string, more = {}) => {
        const found = await storage.searchLicenses('project', { search: text, ...more }, page, NOW)
        return found === 'too-many-to-sort'
          ? found
          : found.licenses.map(({ license }) => keys.indexOf(license.key))
      }
      expect(await search('Ann@')).toEqual([0, 1])
      expect(await search('ann@example.org', { states: ['banned'] })).toEqual([])
      expect(await search('joann@example.org')).toEqual([2])
      expect(await search('zed l')).toEqual([2])
      expect(await search('example.org')).toEqual([1])
      const found = await storage.searchLicenses('project', { search: 'joann' }, page, NOW)
      expect(found).toMatchObject({ count: 1, licenses: [{ customer: { email: 'joann@example.org' } }] })
    })

    test('change their address and name, but not to an address of another one', async () => {
      await addKey(testCustomer('ann@example.org'))
      await addKey(testCustomer('bob@example.org'))
      const change = (email: string, fields: object) => storage.changeCustomer('account', email, fields, BY)
      expect(await change('ann@example.org', { email: 'BOB@example.org' })).toBe('customer-exists')
      expect(await change('ann@example.org', { email: 'Ann@Example.org', name: 'Ann' })).toBe('updated')
      expect((await find('ann@example.org'))?.customer).toMatchObject({
        email: 'Ann@Example.org',
        name: 'Ann',
      })
      expect(await change('nobody', { name: 'x' })).toBe('no-such-customer')
      expect(await storage.changeCustomer('nobody', 'ann@example.org', { name: 'x' }, BY)).toBe(
        'no-such-customer',
      )
      expect(await addressesOf('Ann')).toEqual(['Ann@Example.org'])
      const [event] = await storage.listEvents('project', {}, { descending: true, limit: 1 })
      expect(event).toMatchObject({ kind: 'updated', subject: 'customer', subjectId: 'ann@example.org' })
    })

    test('are joined: one has the keys of both, and the other one is gone', async () => {
      const first = await addKey(testCustomer('ann@example.org', 'Ann Lee'))
      const second = await addKey(testCustomer('lee@example.org'))
      const join = (id: string, into: string) => storage.joinCustomers('account', { id, into }, BY)
      expect(await join('ann@example.org', 'ann@example.org')).toBe('same-customer')
      expect(await join('ann@example.org', 'nobody')).toBe('no-such-customer')
      expect(await join('nobody', 'ann@example.org')).toBe('no-such-customer')
      expect(await join('ann@example.org', 'lee@example.org')).toBe('joined')
      for (const key of [first, second]) {
        expect(await customerOf(key)).toMatchObject({ email: 'lee@example.org', name: 'Ann Lee' })
      }
      expect(await find('ann@example.org')).toBeUndefined()
    })

    test('are erased with what notes say of them, and their keys go on', async () => {
      const ann = testCustomer('Ann@Example.org', 'Ann Lee', 'ann')
      const note = 'Ann Lee <ann@example.org>, not joann@example.org'
      const own = await addKey(ann, {
        note,
        vendorNote: 'ANN LEE paid',
        ...banned(),
        banReason: 'by Ann Lee',
      })
      const other = await addKey(undefined, { vendorNote: 'a gift of ann@example.org' })
      const untouched = await addKey(testCustomer('bob@example.org'), { note: 'Joann Leeds' })
      const row = (await find('ann'))?.row ?? 0
      const which = { customer: row, texts: [ann.email, ann.name] }
      let changed = 0
      for (let after = 0; ; ) {
        const some = await storage.eraseNotes('account', { ...which, after }, createErase(ann), BY)
        if (some === undefined) break
        after = some.last
        changed += some.changed
      }
      expect(changed).toBe(2)
      expect(await storage.eraseCustomer('account', 'ann', BY)).toBe('erased')
      expect(await storage.emptyLog()).toBe(true)
      expect(await storage.eraseCustomer('account', 'ann', BY)).toBe('no-such-customer')
      const read = async (key: string) => (await storage.findLicense('project', { key }))?.license
      expect(await read(own)).toMatchObject({
        note: '[erased] <[erased]>, not joann@example.org',
        vendorNote: '[erased] paid',
        banReason: 'by [erased]',
        customerId: null,
      })
      expect((await read(other))?.vendorNote).toBe('a gift of [erased]')
      expect((await read(untouched))?.note).toBe('Joann Leeds')
      expect(await addressesOf('')).toEqual(['bob@example.org'])
      const events = await storage.listEvents('project', { kind: 'erased' }, { limit: 9 })
      expect(events).toMatchObject([{ subject: 'customer', subjectId: 'ann' }])
      expect(JSON.stringify(events)).not.toMatch(/example|lee/i)
    })

    test('are made once by keys that are created at the same time', async () => {
      const created = Array.from({ length: 8 }, (_, index) => {
        const customer = testCustomer('ann@example.org', '', `ann ${index}`)
        const at = index % 2 === 0 ? storage : two
        return at.createLicense('project', testLicense(), { customerOf: () => customer })
      })
      expect(new Set(await Promise.all(created))).toEqual(new Set(['created']))
      const found = await storage.searchCustomers('account', { limit: 9 })
      expect(found).toMatchObject([{ keys: 8 }])
    })

    test('are never those of a key after it was erased in the meantime', async () => {
      await addKey(testCustomer('ann@example.org'))
      const outcomes = await Promise.allSettled([
        storage.eraseCustomer('account', 'ann@example.org', BY),
        ...Array.from({ length: 6 }, () =>
          two.createLicense('project', testLicense(), {
            customerOf: () => testCustomer('ann@example.org', '', 'new'),
          }),
        ),
      ])
      expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true)
      const keys = await storage.listLicenses('project', {}, { from: 0, until: 20 })
      for (const { customerId, key } of keys) {
        expect((await customerOf(key)) !== undefined).toBe(customerId !== null)
      }
    })
  })
}
