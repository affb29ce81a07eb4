import { opaqueDeviceId } from '@latchkey/management'
import { beforeEach, describe, expect, test } from 'vitest'
import { decideCheck } from '../../checks/check-key.ts'
import { decideOne } from '../../checks/decide-one.ts'
import type { Origin } from '../../core/event-log/events.ts'
import { linkedDevices, recordOffline } from '../../core/license/devices.ts'
import type { License } from '../../core/license/license.ts'
import type { Storage } from '../../modules.ts'
import { linkedTo, NOW, signedAttempt, storedLicense, testLicense } from '../../testing/records.ts'
import type { Words } from '../words.ts'

const DAY = 86_400
const [OLD, NEW, THIRD] = ['a', 'b', 'c'].map((letter) => letter.repeat(20)) as [string, string, string]
const WORDS: Words = ['tiger', 'lamp']
const ADDRESS = '192.0.2.7'

/** Tests of requests to owners. `nodes`: two storages on one database, or the same one twice. */
export function describeOwnerRequests(nodes: () => Promise<readonly [Storage, Storage]>): void {
  describe('requests to the owner of a license', () => {
    let one: Storage
    let two: Storage
    let key: string
    let owner: number
    let made: number
    const license = async (): Promise<License> => {
      const found = await storedLicense(two, key)
      if (found === undefined) throw new Error('There is no such license.')
      return found
    }
    const customerOf = (email: string) => () => ({ id: email, email, name: 'Ann', createdAt: NOW })
    const rowOf = async (email: string) => (await one.findCustomer('account', { email }))?.row ?? 0

    beforeEach(async () => {
      ;[one, two] = await nodes()
      made = 0
      await one.changeProject('project', (known) => ({ ...known, askOwner: true }))
      const [own, other] = [testLicense(linkedTo(OLD)), testLicense(linkedTo(THIRD))]
      key = own.key
      await one.createLicenses('project', [own], { customerOf: customerOf('ann@example.org') })
      await one.createLicenses('project', [other], { customerOf: customerOf('bob@example.org') })
      owner = await rowOf('ann@example.org')
    })

    const by = (at: number, actor: Origin['actor'] = 'user') => ({ at, actor, address: ADDRESS, fields: [] })
    const ask = (deviceId: string, at: number, words = WORDS, storage = one) => {
      made += 1
      const ids = { id: `request ${made}`, mailId: `mail ${made}`, token: `token ${made}` }
      return storage.askOwner(
        { ...ids, appName: 'test-app', key, deviceId, computer: 'Laptop', words },
        by(at),
      )
    }
    const allow = (
      words = 'Tiger  LAMP',
      { id = 'request 1', computer = opaqueDeviceId(key, OLD), customer = owner, at = NOW + 60 } = {},
      storage = one,
    ) =>
      storage.allowOwnerRequest(
        'project',
        customer,
        { id, words, computer, mailId: 'freed' },
        by(at, 'customer'),
      )
    const statusOf = (deviceId: string, now: number) =>
      two.ownerRequestStatus({ appName: 'test-app', key, deviceId }, now)
    const mails = async () =>
      (await two.listOutbox('project', 'mail', { limit: 99 })).map(({ entry }) => entry)
    const check = async (deviceId: string) => {
      const attempt = signedAttempt({ key, deviceId })
      return (await decideOne(one, attempt, attempt, decideCheck, NOW)).code
    }

    test('one mail is queued, the owner sees the request, and the chosen place goes to the computer that asks', async () => {
      expect(await ask(NEW, NOW)).toEqual({ kind: 'asked', words: WORDS, until: NOW + DAY })
      expect(await mails()).toMatchObject([{ kind: 'ask-owner', receiver: 'ann@example.org' }])
      const [open, ...more] = await two.openOwnerRequests('project', owner, NOW)
      expect(more).toEqual([])
      expect(open).toMatchObject({
        ...{ id: 'request 1', computer: 'Laptop', network: '192.0.2.0/24' },
        ...{ askedAt: NOW, until: NOW + DAY },
      })
      expect(JSON.stringify(open)).not.toMatch(/tiger|lamp/)
      expect(await statusOf(NEW, NOW)).toBe('OWNER_ASKED')
      expect(linkedDevices(await license())).toEqual([OLD])

      expect(await allow()).toBe('allowed')
      expect(linkedDevices(await license())).toEqual([NEW])
      expect(await statusOf(NEW, NOW + 60)).toBe('OWNER_ALLOWED')
      expect((await mails()).map(({ kind }) => kind)).toEqual(['computer-freed', 'ask-owner'])
      expect([await check(OLD), await check(NEW)]).toEqual(['KEY_HWID_LOCKED', 'KEY_VALID'])
      expect(await two.openOwnerRequests('project', owner, NOW)).toEqual([])
      expect(await allow()).toBe('no-such-request')
      const events = await two.listEvents('project', { keyId: open?.keyId ?? '' }, { limit: 9 })
      expect(events.map(({ kind, actor }) => [kind, actor])).toEqual(
        expect.arrayContaining([
          ['asked', 'user'],
          ['moved', 'customer'],
        ]),
      )
    })

    test('a computer that asks again gets the same words, and no second mail leaves', async () => {
      await ask(NEW, NOW)
      const again = await ask(NEW, NOW + 60, ['wolf', 'honey'], two)
      expect(again).toEqual({ kind: 'asked', words: WORDS, until: NOW + DAY })
      expect(await mails()).toHaveLength(1)
    })

    test('SECURITY: three wrong tries end it, and none follows for a day from the third', async () => {
      await ask(NEW, NOW)
      for (const words of ['', 'tiger']) expect(await allow(words)).toBe('words-wrong')
      expect(await allow('lamp tiger', { at: NOW + DAY - 1 })).toBe('request-over')
      expect(await allow('tiger lamp')).toBe('no-such-request')
      expect(await statusOf(NEW, NOW)).toBe('OWNER_REQUEST_OVER')
      expect(linkedDevices(await license())).toEqual([OLD])
      expect(await ask(NEW, NOW + 2 * DAY - 2)).toEqual({ kind: 'limited' })
      expect(await ask(NEW, NOW + 2 * DAY - 1)).toMatchObject({ kind: 'asked' })
    })

    test('SECURITY: tries at two nodes at once are counted one after another', async () => {
      await ask(NEW, NOW)
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, index) => allow('wolf honey', {}, index % 2 === 0 ? one : two)),
      )
      const counts = Map.groupBy(outcomes, (outcome) => outcome)
      expect(counts.get('words-wrong')).toHaveLength(2)
      expect(counts.get('request-over')).toHaveLength(1)
      expect(counts.get('no-such-request')).toHaveLength(9)
    })

    test('two mails a day leave for a license, also when many computers ask at two nodes at once', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          ask(String(index).repeat(20), NOW, WORDS, index % 2 === 0 ? one : two),
        ),
      )
      expect(outcomes.filter(({ kind }) => kind === 'asked')).toHaveLength(2)
      expect(await mails()).toHaveLength(2)
      expect(await ask(THIRD, NOW + DAY - 1)).toEqual({ kind: 'limited' })
      expect(await ask(THIRD, NOW + DAY)).toMatchObject({ kind: 'asked' })
    })

    test('a refusal ends it, and none follows for a day', async () => {
      await ask(NEW, NOW)
      expect(await one.denyOwnerRequest('project', owner, 'request 1', NOW + 60)).toBe('denied')
      expect(await statusOf(NEW, NOW + 60)).toBe('OWNER_DENIED')
      expect(await allow()).toBe('no-such-request')
      expect(await ask(THIRD, NOW + DAY + 59)).toEqual({ kind: 'limited' })
      expect(await ask(THIRD, NOW + DAY + 60)).toMatchObject({ kind: 'asked' })
    })

    test('SECURITY: a request for the license of somebody else counts as missing', async () => {
      await ask(NEW, NOW)
      const customer = await rowOf('bob@example.org')
      expect(customer).not.toBe(owner)
      expect(await two.openOwnerRequests('project', customer, NOW)).toEqual([])
      expect(await allow('tiger lamp', { customer })).toBe('no-such-request')
      expect(await one.denyOwnerRequest('project', customer, 'request 1', NOW)).toBe('no-such-request')
      expect(await allow('tiger lamp')).toBe('allowed')
    })

    test('a request ends after a day, unanswered', async () => {
      await ask(NEW, NOW)
      expect(await statusOf(NEW, NOW + DAY)).toBe('OWNER_REQUEST_OVER')
      expect(await two.openOwnerRequests('project', owner, NOW + DAY)).toEqual([])
      expect(await allow('tiger lamp', { at: NOW + DAY })).toBe('no-such-request')
    })

    test('nothing is freed that cannot be: another computer, one with a license file, a banned license', async () => {
      await ask(NEW, NOW)
      const nobody = opaqueDeviceId(key, THIRD)
      expect(await allow('tiger lamp', { computer: nobody })).toBe('no-such-computer')
      const change = (work: (known: License) => License) =>
        one.changeLicense('project', key, (known) => ({ outcome: 'done', license: work(known) }), by(NOW))
      await change((known) => recordOffline(known, OLD, NOW + DAY))
      expect(await allow()).toBe('held-by-file')
      await change((known) => ({ ...known, offlineUntil: 0, stopped: 'refunded' }))
      expect(await allow()).toBe('not-working')
      await change((known) => ({ ...known, stopped: '' }))
      expect(await allow()).toBe('allowed')
    })

    test('it is not offered without the setting, and without an owner', async () => {
      await one.changeProject('project', (known) => ({ ...known, askOwner: false }))
      expect(await ask(NEW, NOW)).toEqual({ kind: 'not-offered' })
      await one.changeProject('project', (known) => ({ ...known, askOwner: true }))
      const unowned = testLicense(linkedTo(OLD))
      await one.createLicenses('project', [unowned])
      key = unowned.key
      expect(await ask(NEW, NOW)).toEqual({ kind: 'not-offered' })
      expect(await mails()).toEqual([])
    })
  })
}
