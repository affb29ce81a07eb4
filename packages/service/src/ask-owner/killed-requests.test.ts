import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { opaqueDeviceId } from '@latchkey/management'
import { expect, test } from 'vitest'
import { linkedDevices } from '../core/license/devices.ts'
import { createToken, hashToken } from '../core/security/credentials.ts'
import { openStorage } from '../modules.ts'
import {
  DEVICE,
  linkedTo,
  OTHER_DEVICE,
  storedLicense,
  testAccount,
  testLicense,
  testProject,
} from '../testing/records.ts'
import { seededBelow } from '../testing/seeded-below.ts'
import { startServe } from '../testing/service-process.ts'
import { sendCheck } from '../testing/test-service.ts'

/** What happens from the gate that asks to the gate that opens. */
const STEPS = ['ask', 'look', 'wrong', 'allow', 'check'] as const
type Step = (typeof STEPS)[number]
const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const ROUNDS = 100
const SEED = Number(process.env['LATCHKEY_SEED'] ?? 20_261_124)
/** A request takes a few milliseconds. */
const UNDER_WAY_MS = 12

test.runIf(LONG)(
  `kill -9 at each step asks once and frees once, ${ROUNDS} times with seed ${SEED}`,
  {
    timeout: ROUNDS * 60_000,
  },
  async () => {
    const below = seededBelow(SEED)
    const dir = mkdtempSync(join(tmpdir(), 'latchkey-killed-requests-'))
    const database = `sqlite:${join(dir, 'test.sqlite')}`
    const { storage } = await openStorage(database, {})
    const project = testProject({ askOwner: true })
    await storage.createAccount(testAccount())
    await storage.createProject(project)
    const by = { at: 0, actor: 'service', address: '', fields: [] } as const
    await storage.changeMyPage('project', ({ may }) => ({ isOn: true, may: { ...may, ask_owner: true } }), by)
    const words = ['--database', database, '--no-console', '--mail-folder', join(dir, 'mail')]
    let service = await startServe(words)

    for (let round = 0; round < ROUNDS; round += 1) {
      const killed: Step = STEPS[round % STEPS.length] ?? 'allow'
      const name = `round ${round}, ${killed}`
      const now = Math.floor(Date.now() / 1_000)
      const email = `${round}@example.org`
      const license = testLicense(linkedTo(OTHER_DEVICE))
      const customerOf = () => ({ id: email, email, name: '', createdAt: now })
      await storage.createLicenses('project', [license], { customerOf })
      const { key } = license
      const owner = (await storage.findCustomer('account', { email }))?.row ?? 0
      const token = createToken()
      const session = { id: randomUUID(), tokenHash: hashToken(token), createdAt: now, usedAt: now }
      await storage.beginCustomerSession(owner, session)

      let shown: readonly string[] = []
      const send = async (use: 'ask-owner' | 'ask-status' | 'check') =>
        (await sendCheck(service.line.url, project, { use, key, deviceId: DEVICE })).body
      const allow = async (typed: string): Promise<number> => {
        const { url } = service.line
        const [open] = await storage.openOwnerRequests('project', owner, now)
        const body = {
          ...{ request_id: open?.id ?? 'answered', words: typed },
          computer_id: opaqueDeviceId(key, OTHER_DEVICE),
        }
        const headers = { origin: url, cookie: `latchkey-my=${token}`, 'content-type': 'application/json' }
        const options = { method: 'POST', headers, body: JSON.stringify(body) }
        return (await fetch(`${url}/my/project/api/requests/allow`, options)).status
      }
      const steps: Readonly<Record<Step, () => Promise<void>>> = {
        async ask() {
          const answer = await send('ask-owner')
          expect(answer.code, name).toBe('OWNER_ASKED')
          // A computer that lost its answer gets the same words again.
          if (shown.length > 0) expect(answer.words, name).toEqual(shown)
          shown = answer.words ?? []
        },
        look: async () => expect((await send('ask-status')).code, name).toBe('OWNER_ASKED'),
        wrong: async () => expect(await allow('wolf honey'), name).toBe(409),
        // 404: it was committed, and its answer was lost.
        allow: async () => expect([200, 404], name).toContain(await allow(shown.join(' '))),
        check: async () => expect((await send('check')).code, name).toBe('KEY_VALID'),
      }
      for (const step of STEPS) {
        const done = steps[step]()
        if (step === killed) {
          await Promise.race([done.catch(() => {}), setTimeout(below(UNDER_WAY_MS))])
          service.process.kill('SIGKILL')
          const [result] = await Promise.allSettled([done])
          await service.finished()
          service = await startServe(words)
          if (result?.status === 'rejected') await steps[step]()
        } else await done
      }
      const after = await storedLicense(storage, key)
      expect(after && linkedDevices(after), name).toEqual([DEVICE])
      const mails = (await storage.listOutbox('project', 'mail', { limit: 1_000 }))
        .map(({ entry }) => entry)
        .filter(({ receiver }) => receiver === email)
      expect(mails.map(({ kind }) => kind).toSorted(), name).toEqual(['ask-owner', 'computer-freed'])
      const events = await storage.listEvents('project', {}, { limit: 4, descending: true })
      const kinds = events.map(({ kind }) => kind).filter((kind) => kind === 'moved' || kind === 'asked')
      expect(kinds.slice(0, 2).toSorted(), name).toEqual(['asked', 'moved'])
    }
    await service.stop('SIGTERM')
    await storage.close()
    rmSync(dir, { recursive: true })
  },
)
