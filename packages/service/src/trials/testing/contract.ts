import { type DeviceStrength, NEVER } from '@latchkey/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { decideGroup } from '../../checks/check-group.ts'
import { type CheckAttempt, decideCheck } from '../../checks/check-key.ts'
import { type Checks, createGroupQueue, decideQueued } from '../../checks/check-queue.ts'
import { decideOne } from '../../checks/decide-one.ts'
import type { UseAnswer } from '../../checks/routes.ts'
import { NO_TRIALS } from '../../core/accounts/projects.ts'
import type { License, LicenseChange } from '../../core/license/license.ts'
import { StorageUnavailable } from '../../core/storage/storage.ts'
import { decideReset } from '../../devices/reset-device.ts'
import { decideDelete, decideUpdate } from '../../licenses/change-license.ts'
import type { Storage } from '../../modules.ts'
import { linkedTo, NOW, signedAttempt, storedLicense, testLicense } from '../../testing/records.ts'
import { seededBelow } from '../../testing/seeded-below.ts'
import { startTrial } from '../start-trial.ts'
import { createTrialModel, type Reach } from './trial-model.ts'

const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const STEPS = LONG ? 20_000 : 300
const RACES = LONG ? 200 : 4
const INVENTED = LONG ? 100_000 : 200
/**
 * The requests at the same time, at two storages. More would wait too long for their eight sessions
 * on a busy machine.
 */
const AT_ONCE = 20
const SEED = Number(process.env['LATCHKEY_SEED'] ?? 20_261_122)
const DAY = 86_400
const TIMEOUT = LONG ? 3_600_000 : 120_000

/**
 * Tests of trials.
 * @param storagesOf two storages on one database, or the same one twice
 */
export function describeTrials(storagesOf: () => Promise<readonly [Storage, Storage]>): void {
  describe('trials', () => {
    let one: Storage
    let two: Storage
    let below: (below: number) => number
    let now: number
    beforeEach(async () => {
      ;[one, two] = await storagesOf()
      below = seededBelow(SEED)
      now = NOW
    })
    const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
    const inventDevice = (): string =>
      Array.from({ length: 16 }, () => below(65_536).toString(16).padStart(4, '0')).join('')

    const attemptOf = (use: 'check' | 'trial', key: string, deviceId: string, address: string) =>
      signedAttempt({ use, key, deviceId, address, time: String(now) })
    const checkAt =
      (storage: Storage): Checks['submit'] =>
      (attempt) =>
        decideOne(storage, attempt, attempt, attempt.rule ?? decideCheck, now)
    const request = (
      storage: Pick<Storage, 'checkKeys' | 'startTrial'>,
      submit: Checks['submit'],
      device: string,
      { strength = 'strong', address = '192.0.2.7' }: { strength?: DeviceStrength; address?: string } = {},
    ): Promise<UseAnswer> =>
      startTrial(
        { attempt: attemptOf('trial', '', device, address), strength, canSign: true },
        { storage, submit, clock: () => now },
      )
    const offer = (changes: object) => one.changeProject('project', (known) => ({ ...known, ...changes }))
    const listTrials = async () => {
      const page = { sort: 'created', descending: true, limit: STEPS } as const
      const listed = await two.searchLicenses('project', { trial: true }, page, now)
      if (listed === 'too-many-to-sort') throw new Error(listed)
      return { count: listed.count, licenses: listed.licenses.map(({ license }) => license) }
    }
    const licensesOf = (device: string) =>
      two.listLicenses('project', { identifier: device }, { from: 0, until: 9 })

    test(`${RACES} races of two starts of one trial give one trial`, async () => {
      await offer({ trialDays: 14, trialsPerAddress: 1_000 })
      for (let round = 0; round < RACES; round += 1) {
        const device = inventDevice()
        const answers = await Promise.all([one, two].map((at) => request(at, checkAt(at), device)))
        expect(
          answers.map(({ code }) => code),
          `round ${round}`,
        ).toEqual(['KEY_VALID', 'KEY_VALID'])
        expect(new Set(answers.map(({ key }) => key)).size, `round ${round}`).toBe(1)
        expect(answers.map(({ data }) => data?.total_executions).toSorted()).toEqual([1, 2])
      }
      expect(await listTrials()).toMatchObject({ count: RACES })
    })

    test(`${RACES} races for the last trial of a day are won by one`, async () => {
      for (let round = 0; round < RACES; round += 1) {
        now += DAY
        await offer({ trialDays: 14, trialsPerDay: 1 })
        const codes = await Promise.all(
          [one, two].map(async (at) => (await request(at, checkAt(at), inventDevice())).code),
        )
        expect(codes.toSorted(), `round ${round}`).toEqual(['KEY_VALID', 'TRIAL_LIMIT_REACHED'])
      }
    })

    test(`${INVENTED} invented devices stop at the caps and leave bought keys alone`, {
      timeout: TIMEOUT,
    }, async () => {
      await offer({ trialDays: 14, trialsPerDay: 100 })
      const bought = Array.from({ length: 20 }, () => testLicense(linkedTo(inventDevice())))
      await one.createLicenses('project', bought)
      const queues = [one, two].map((storage) =>
        createGroupQueue(
          (attempts: readonly Parameters<Checks['submit']>[0][]) =>
            storage.checkKeys(attempts, now, decideGroup(attempts, now, decideQueued)),
          { groupsAtOnce: storage.groupsAtOnce },
        ),
      )
      const counts = new Map<string, number>()
      const count = (code: string): unknown => counts.set(code, (counts.get(code) ?? 0) + 1)
      for (let sent = 0; sent < INVENTED; sent += AT_ONCE) {
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            const at = below(2)
            const [storage, queue] = [at === 0 ? one : two, queues[at]]
            if (queue === undefined) throw new Error('There is no queue.')
            // One of 50 addresses, which could start 250 trials.
            const address = `198.51.100.${below(50)}`
            count((await request(storage, queue.submit, inventDevice(), { address })).code)
          }),
        )
        const { key, identifier } = pick(bought)
        const attempt = attemptOf('check', key, identifier, '198.51.100.1')
        expect((await checkAt(two)(attempt)).code).toBe('KEY_VALID')
      }
      expect(Object.fromEntries(counts)).toEqual({ KEY_VALID: 100, TRIAL_LIMIT_REACHED: INVENTED - 100 })
      expect(await two.usage('account', 0, 0)).toMatchObject({ users: bought.length, bannedUsers: 0 })
      for (const { key, identifier } of bought) {
        expect(await storedLicense(two, key)).toMatchObject({ ...linkedTo(identifier), trial: false })
      }
      // The deletion of old counts changes nothing before midnight.
      await one.announceNode({ id: 'node', url: 'http://node/' }, now + 15, now)
      const next = async () => (await request(one, checkAt(one), inventDevice())).code
      expect(await next()).toBe('TRIAL_LIMIT_REACHED')
      now += DAY
      expect(await next()).toBe('KEY_VALID')
    })

    test(`${STEPS} random steps at two nodes, with lost answers, leave what a simple model says`, {
      timeout: TIMEOUT,
    }, async () => {
      const model = createTrialModel(NO_TRIALS)
      const keys = new Map<string, string>()
      const devices = [inventDevice()]
      let recovered = 0
      const change = (storage: Storage, key: string, rule: (known: License) => LicenseChange<string>) =>
        storage.changeLicense('project', key, rule)
      /** A storage that fails after one of the three steps of a request. */
      const losing = (storage: Storage, last: number) => {
        let step = 0
        const then = async <T>(work: () => Promise<T>): Promise<T> => {
          step += 1
          if (step > last) throw new StorageUnavailable('It was lost before.')
          const result = await work()
          if (step === last) throw new StorageUnavailable('It was lost afterwards.')
          return result
        }
        const lossy: Pick<Storage, 'checkKeys' | 'startTrial'> = {
          checkKeys: (...given) => then(() => storage.checkKeys(...given)),
          startTrial: (...given) => then(() => storage.startTrial(...given)),
        }
        return { lossy, check: (attempt: CheckAttempt) => then(() => checkAt(storage)(attempt)) }
      }

      for (let step = 0; step < STEPS; step += 1) {
        // In the long test these are nine years: seconds end in 2038.
        now += below(10) === 0 ? pick([DAY, 2 * DAY]) : pick([0, 0, 1, 300, 3_600])
        const where = `seed ${SEED}, step ${step}`
        const storage = pick([one, two])
        if (below(4) === 0) devices.unshift(inventDevice())
        const device = pick(devices.slice(0, 12))
        const trial = model.of(device)
        const key = keys.get(device) ?? ''
        const isKey = trial !== undefined && trial.state !== 'deleted'
        switch (below(16)) {
          case 0: {
            const rules = {
              trialDays: pick([0, 1, 7, 14, 30]),
              trialWeakDevices: below(2) === 0,
              trialsPerDay: pick([1, 3, 1_000]),
              trialsPerAddress: pick([1, 2, 5]),
              trialKeptDays: pick([0, 5, 30]),
            }
            await offer(rules)
            model.rules = rules
            break
          }
          case 1:
            await storage.announceNode({ id: 'node', url: 'http://node/' }, now + 15, now)
            model.sweep(now)
            break
          case 2: {
            if (!isKey || below(4) > 0) break
            await change(storage, key, (known) => decideDelete(known, now))
            trial.state = 'deleted'
            break
          }
          case 3: {
            if (!isKey || below(4) > 0) break
            await change(storage, key, (known) =>
              decideUpdate(known, { trial: false, authExpire: NEVER }, now),
            )
            Object.assign(trial, { state: 'bought', ends: Number.POSITIVE_INFINITY })
            break
          }
          case 4: {
            if (!isKey || trial.state !== 'trial') break
            const ends = now + 9 * DAY
            await change(storage, key, (known) => decideUpdate(known, { authExpire: ends }, now))
            trial.ends = ends
            break
          }
          case 5: {
            if (!isKey) break
            const reset = { force: true, cooldownSeconds: 0 }
            await change(storage, key, (known) => decideReset(known, reset, now))
            trial.linked = ''
            break
          }
          case 6:
          case 7: {
            if (trial === undefined) break
            const on = pick([device, device, ...devices.slice(0, 2)])
            const { code, fields } = await checkAt(storage)(attemptOf('check', key, on, '192.0.2.7'))
            expect(code, where).toBe(model.check(trial, on, now))
            const isShown = trial.state === 'trial' && trial.linked === on
            expect(fields, where).toEqual(isShown ? { isTrial: true } : undefined)
            break
          }
          case 8:
          case 9:
          case 10: {
            const last = below(4)
            const { lossy, check } = losing(storage, last)
            const reach: Reach = last === 3 ? 'answer' : last === 2 ? 'trial' : 'nothing'
            const address = `198.51.100.${below(4)}`
            await expect(
              request(lossy, check, device, { address }).then(({ code }) => {
                // A refused request has no last step.
                throw new StorageUnavailable(code)
              }),
            ).rejects.toThrow(StorageUnavailable)
            const began = model.of(device)
            model.request(device, 'strong', address, reach, now)
            if (began === undefined && model.of(device) !== undefined) {
              const [license] = await licensesOf(device)
              keys.set(device, license?.key ?? '')
              // The answer is lost, but its trial is not.
              const again = await request(storage, checkAt(storage), device, { address })
              expect([again.code, again.key], where).toEqual(['KEY_VALID', keys.get(device)])
              model.request(device, 'strong', address, 'answer', now)
              recovered += 1
            }
            break
          }
          default: {
            const strength = pick(['strong', 'medium', 'weak'] as const)
            const address = `198.51.100.${below(4)}`
            const answer = await request(storage, checkAt(storage), device, { strength, address })
            expect(answer.code, where).toBe(model.request(device, strength, address, 'answer', now))
            expect(answer.key !== undefined, where).toBe(answer.code === 'KEY_VALID')
            if (answer.key === undefined) break
            // A device never gets a second trial, and never more than its days.
            expect(keys.get(device) ?? answer.key, where).toBe(answer.key)
            expect([answer.data?.auth_expire, answer.fields], where).toEqual([
              model.of(device)?.ends,
              { isTrial: true },
            ])
            keys.set(device, answer.key)
          }
        }
      }

      expect(await two.usage('account', 0, 0)).toMatchObject({ users: model.count('bought') })
      const created = await two.listEvents('project', { kind: 'created' }, { limit: STEPS })
      expect(created.length).toBe(model.started())
      expect(new Set(created.map(({ subjectId }) => subjectId)).size).toBe(created.length)
      const { count, licenses } = await listTrials()
      const trials = model.count('trial')
      expect([count, licenses.filter(({ trial }) => trial).length]).toEqual([trials, trials])
      const { hours } = await two.usage('account', 0, 0)
      expect(hours.reduce((sum, { executions }) => sum + executions, 0)).toBe(model.executions)
      // The test must not pass only because random steps did nothing.
      expect(recovered).toBeGreaterThan(STEPS / 100)
      for (const state of ['trial', 'bought', 'deleted'] as const) {
        expect(model.count(state)).toBeGreaterThan(0)
      }
    })
  })
}
