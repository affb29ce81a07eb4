import { randomUUID } from 'node:crypto'
import { opaqueDeviceId } from '@latchkey/management'
import { createLicenseKey } from '@latchkey/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Customer } from '../../core/customer/customers.ts'
import { keyIdOfLicense, type Origin } from '../../core/event-log/events.ts'
import { linkedDevices, recordOffline } from '../../core/license/devices.ts'
import type { License } from '../../core/license/license.ts'
import { hashToken } from '../../core/security/credentials.ts'
import type { Storage } from '../../modules.ts'
import { banned, linkedTo, NOW, storedLicense, testLicense, testProject } from '../../testing/records.ts'
import { lastNoticeTo, noticeTo } from '../notices.ts'
import { decideFree, decideReplace } from '../rules.ts'
import type { MyLicenseRef } from '../storage.ts'

const DAY = 86_400
const DEVICES = Array.from({ length: 50 }, (_, index) => `device-${index}`.padEnd(20, 'x'))
const BY: Origin = { at: NOW, actor: 'customer', address: '', fields: [] }
const at = (second: number): Origin => ({ ...BY, at: second })
const customer = (email: string): Customer => ({ id: randomUUID(), email, name: '', createdAt: NOW })
const mailTo = (to: Pick<Customer, 'email' | 'name'>) =>
  noticeTo(to, 'license-taken', { projectId: 'project', now: NOW })

/** Tests of what customers do. `nodes`: two storages on one database, or the same one twice. */
export function describeMyLicenses(nodes: () => Promise<readonly [Storage, Storage]>): void {
  describe('what customers do with their licenses', () => {
    let one: Storage
    let two: Storage
    beforeEach(async () => {
      ;[one, two] = await nodes()
    })

    const rowOf = async (email: string) => (await two.findCustomer('account', { email }))?.row ?? 0
    /** Adds a license of a customer. */
    const add = async (changes: Partial<License> = {}, email = 'ann@example.org') => {
      const { key } = testLicense(changes)
      const license = testLicense({ ...changes, key })
      expect(await one.createLicense('project', license, { customerOf: () => customer(email) })).toBe(
        'created',
      )
      const row = (await one.findLicense('project', { key }))?.row ?? 0
      const of: MyLicenseRef = {
        projectId: 'project',
        customerRow: await rowOf(email),
        row,
        isOf: (known) => keyIdOfLicense(known) === keyIdOfLicense(license),
      }
      return { key, of, row }
    }
    const ownerOf = async (row: number) => (await two.findLicense('project', { row }))?.customer?.email
    const mails = async () =>
      (await two.listOutbox('project', 'mail', { limit: 100 })).map(({ entry }) => entry.kind)
    const link = (email: string, token: string, until = NOW + DAY) => ({
      email,
      tokenHash: hashToken(token),
      until,
    })
    const offer = (of: MyLicenseRef, email: string, token: string, until?: number) =>
      one.offerMine(of, link(email, token, until), BY, [])
    const accept = (token: string, on = two, second = NOW) =>
      on.acceptOffer('project', hashToken(token), customer(''), at(second), mailTo)

    test('50 releases at once free as many computers as the moves of the project allow', async () => {
      const [first = '', ...further] = DEVICES
      const { key, of } = await add({
        ...linkedTo(first),
        furtherDevices: further,
        maxDevices: 50,
        movesPerYear: 3,
      })
      const free = (device: string, on: Storage) =>
        on.changeMine(
          of,
          (license) => decideFree(license, opaqueDeviceId(key, device), testProject(), NOW),
          BY,
          [mailTo(customer('ann@example.org'))],
        )
      const outcomes = await Promise.all(DEVICES.map((device, index) => free(device, index % 2 ? one : two)))
      expect(Object.groupBy(outcomes, (outcome) => outcome)).toMatchObject({
        done: { length: 3 },
        'no-move': { length: 47 },
      })
      const license = await storedLicense(two, key)
      expect(license && linkedDevices(license)).toHaveLength(47)
      expect(await mails()).toHaveLength(3)
      const page = { descending: true, limit: 10 }
      const events = await two.listEvents('project', { kind: 'released' }, page)
      expect(events.map(({ actor }) => actor)).toEqual(['customer', 'customer', 'customer'])
    })

    test('a key is replaced twice in 365 days, also at once, and never out of a ban, a stop or a license file', async () => {
      const { key, of, row } = await add(linkedTo('device'))
      const replace = (ref: MyLicenseRef, on = one, now = NOW) =>
        on.replaceMine(ref, (known) => decideReplace(known, now), createLicenseKey(), at(now), [
          mailTo(customer('ann@example.org')),
        ])
      const again = { ...of, isOf: () => true }
      // The reference of the first request names the key that the license had.
      const outcomes = await Promise.all([replace(of), replace(of, two), replace(of), replace(of, two)])
      expect(outcomes.toSorted()).toEqual(['done', ...Array.from({ length: 3 }, () => 'no-such-license')])
      const both = await Promise.all([replace(again), replace(again, two), replace(again)])
      expect(both.toSorted()).toEqual(['done', 'no-replacement', 'no-replacement'])
      expect(await replace(again, two, NOW + 364 * DAY)).toBe('no-replacement')
      expect(await storedLicense(two, key)).toMatchObject({ stopped: 'replaced', customerId: null })
      const now = await two.findLicense('project', { row })
      expect(now?.license).toMatchObject({ ...linkedTo('device'), stopped: '', totalExecutions: 0 })
      expect(await mails()).toHaveLength(2)
      expect(await replace(again, two, NOW + 366 * DAY)).toBe('done')

      for (const [changes, outcome] of [
        [banned(), 'not-working'],
        [{ stopped: 'refunded' }, 'not-working'],
        [recordOffline(testLicense(linkedTo('offline')), 'offline', NOW + DAY), 'held-by-file'],
      ] as const) {
        const held = await add({ ...changes, key: createLicenseKey() })
        expect(await replace(held.of)).toBe(outcome)
        expect((await storedLicense(two, held.key))?.key).toBe(held.key)
      }
    })

    test('an offered license belongs to its address once it is accepted, by one of many requests', async () => {
      const { of, row } = await add(linkedTo('device'))
      expect(await offer(of, 'Friend@example.org', 'first')).toBe('done')
      expect((await two.findMine('project', of.customerRow, NOW)).licenses[0]?.offeredTo).toBe(
        'Friend@example.org',
      )
      // A newer offer ends the earlier one.
      expect(await offer(of, 'other@example.org', 'second')).toBe('done')
      expect(await accept('first')).toBe('link-over')
      expect(await one.takeOfferBack(of, BY)).toBe('done')
      expect(await accept('second')).toBe('link-over')
      await offer(of, 'friend@example.org', 'third')
      expect(await accept('third', one, NOW + DAY + 1)).toBe('link-over')
      const accepted = await Promise.all([accept('third'), accept('third', one), accept('third')])
      const friend = await rowOf('friend@example.org')
      expect(accepted.toSorted()).toEqual([friend, 'link-over', 'link-over'].toSorted())
      expect(await ownerOf(row)).toBe('friend@example.org')
      expect(await mails()).toEqual(['license-taken'])
      // The buyer has nothing of it any more.
      expect(await offer(of, 'ann@example.org', 'back')).toBe('no-such-license')
      const { licenses } = await two.findMine('project', friend, NOW)
      expect(licenses).toMatchObject([{ row, license: linkedTo('device'), offeredTo: '' }])

      const stopped = await add({ key: createLicenseKey(), stopped: 'charged-back' })
      expect(await offer(stopped.of, 'friend@example.org', 'x')).toBe('not-working')
    })

    test('an offer ends with its license, its customer, and when the vendor gives the license away', async () => {
      const { of, key, row } = await add()
      await offer(of, 'friend@example.org', 'given')
      const bob = customer('bob@example.org')
      await one.changeLicense('project', key, (license) => ({ outcome: 'done', license, customer: bob }))
      expect(await accept('given')).toBe('link-over')
      expect(await ownerOf(row)).toBe('bob@example.org')

      const another = await add({ key: createLicenseKey() }, 'carl@example.org')
      await offer(another.of, 'friend@example.org', 'joined')
      const carl = (await one.findCustomer('account', { email: 'carl@example.org' }))?.customer.id ?? ''
      const bobs = (await one.findCustomer('account', { email: 'bob@example.org' }))?.customer.id ?? ''
      await one.joinCustomers('account', { id: carl, into: bobs }, BY)
      expect(await accept('joined')).toBe(await rowOf('friend@example.org'))
    })

    test('waiting links are erased with their customer, and with the customer who has their address', async () => {
      const [ann, bob] = [await add(), await add({ key: createLicenseKey() }, 'bob@example.org')]
      const erase = async (email: string) => {
        const found = await one.findCustomer('account', { email })
        await one.eraseCustomer('account', found?.customer.id ?? '', BY)
      }
      const changeTo = (of: MyLicenseRef, email: string, token: string) =>
        one.addAddressLink('project', of.customerRow, link(email, token), [])
      await offer(ann.of, 'BOB@example.org', 'to bob')
      await changeTo(bob.of, 'new@example.org', 'of bob')
      await erase('bob@example.org')
      expect(await accept('to bob')).toBe('link-over')
      expect((await two.findMine('project', ann.of.customerRow, NOW)).licenses[0]?.offeredTo).toBe('')
      const last = (before: Customer) => lastNoticeTo(before, { projectId: 'project', now: NOW })
      expect(await two.confirmAddress('project', hashToken('of bob'), BY, last)).toBe('link-over')
      await offer(ann.of, 'friend@example.org', 'of ann')
      await erase('ann@example.org')
      expect(await accept('of ann')).toBe('link-over')
    })

    test('an address changes when it is confirmed, unless another customer has it by then', async () => {
      const { of, row } = await add()
      const last = (before: Customer) => lastNoticeTo(before, { projectId: 'project', now: NOW })
      const confirm = (token: string, on = two) => on.confirmAddress('project', hashToken(token), BY, last)
      const begin = (email: string, token: string) =>
        one.addAddressLink('project', of.customerRow, link(email, token), [])
      await begin('first@example.org', 'first')
      await begin('new@example.org', 'second')
      expect(await confirm('first')).toBe('link-over')
      const outcomes = await Promise.all([confirm('second'), confirm('second', one)])
      expect(outcomes.filter((outcome) => outcome === 'link-over')).toHaveLength(1)
      expect(outcomes).toContainEqual(
        expect.objectContaining({ row: of.customerRow, email: 'new@example.org' }),
      )
      expect(await ownerOf(row)).toBe('new@example.org')
      // Nobody finds the earlier address in the list of mails.
      expect(await two.listOutbox('project', 'mail', { limit: 9 })).toMatchObject([
        { entry: { kind: 'address-changed', receiver: '' } },
      ])
      await begin('taken@example.org', 'third')
      await add({ key: createLicenseKey() }, 'Taken@example.org')
      expect(await confirm('third')).toBe('address-taken')
      expect(await ownerOf(row)).toBe('new@example.org')
    })
  })
}
