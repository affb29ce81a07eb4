import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UserRecord } from '@latchkey/management'
import { createNonce } from '@latchkey/protocol'
import { createVendorClient, type VendorClient } from '@latchkey/vendor'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type ServiceProcess,
  startServiceProcess,
} from '../../packages/service/src/testing/service-process.ts'
import { sendCheck } from '../../packages/service/src/testing/test-service.ts'

const ROUNDS = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 20 : 1
const VENDORS = 6

let dir: string
let words: string[]
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-kill-'))
  const limits = ['--requests-per-minute', '0', '--checks-per-minute', '0']
  words = ['--database', `sqlite:${join(dir, 'test.sqlite')}`, ...limits]
})
afterEach(() => rmSync(dir, { recursive: true }))

/** How often requests for one key were acknowledged, and how often they were sent. */
interface Told {
  bans: number
  /** The device of a move that was acknowledged. */
  movedTo?: string
  /** The number of resets. A move counts as a reset. */
  resets: readonly [acknowledged: number, sent: number]
  executions: readonly [acknowledged: number, sent: number]
}

/** What the vendors know after all rounds. */
interface Memory {
  readonly keys: Map<string, Told>
  creationsSent: number
}

test(`kill -9 under load loses nothing that was acknowledged and does nothing twice, ${ROUNDS} times`, {
  timeout: ROUNDS * 120_000,
}, async () => {
  const memory: Memory = { keys: new Map(), creationsSent: 0 }
  let before = 0

  for (let round = 0; round < ROUNDS; round += 1) {
    const service = await startServiceProcess(words)
    if (round === 0) before = (await usersOf(service)).length
    // The number differs in every round, so that the kill happens at other moments.
    const killAfter = 30 + ((round * 37) % 120)
    let acknowledged = 0
    const acknowledge = (): void => {
      acknowledged += 1
      if (acknowledged === killAfter) service.process.kill('SIGKILL')
    }
    await Promise.all(Array.from({ length: VENDORS }, () => work(service, memory, acknowledge)))
    await service.finished()
    expect(acknowledged).toBeGreaterThanOrEqual(killAfter)

    const again = await startServiceProcess(words)
    expectRemembered(await usersOf(again), memory, before, `round ${round}`)
    await again.stop('SIGTERM')
  }
  console.info(`${ROUNDS} rounds: ${memory.keys.size} creations acknowledged, none lost`)
})

const clientOf = ({ demo }: ServiceProcess): VendorClient =>
  createVendorClient({ baseUrl: demo.url, apiKey: demo.apiKey, projectId: demo.project })

async function usersOf(service: ServiceProcess): Promise<UserRecord[]> {
  const users: UserRecord[] = []
  for await (const user of clientOf(service).allUsers()) {
    if (user.kind !== 'ok') throw new Error(`The users could not be read: ${JSON.stringify(user)}`)
    users.push(user.value)
  }
  return users
}

/**
 * Creates a key, checks it, resets it, checks it, moves it and bans it. Repeats this with new keys
 * until the service has ended.
 */
async function work(service: ServiceProcess, memory: Memory, acknowledge: () => void): Promise<void> {
  const { demo } = service
  const client = clientOf(service)
  const told = async (outcome: Promise<{ readonly kind: string }>): Promise<boolean> => {
    const { kind } = await outcome
    if (kind === 'ok') acknowledge()
    else if (kind !== 'failed') throw new Error(`A request was ${kind}.`)
    return kind === 'ok'
  }

  for (;;) {
    memory.creationsSent += 1
    const created = await client.createUser({ body: { note: 'kill', moves_per_year: 1 } })
    if (!(await told(Promise.resolve(created))) || created.kind !== 'ok') return
    const user_key = created.value.user_key
    const known: Told = { bans: 0, resets: [0, 0], executions: [0, 0] }
    memory.keys.set(user_key, known)

    const check = async (use: 'check' | 'move' = 'check', deviceId = user_key): Promise<boolean> => {
      known.executions = [known.executions[0], known.executions[1] + 1]
      try {
        const { body } = await sendCheck(demo.url, demo, {
          use,
          key: user_key,
          userAgent: demo.userAgent,
          nonce: createNonce(),
          deviceId,
        })
        expect(body.code).toBe('KEY_VALID')
      } catch (error) {
        if (error instanceof TypeError) return false
        throw error
      }
      known.executions = [known.executions[0] + 1, known.executions[1]]
      acknowledge()
      return true
    }
    const reset = async (): Promise<boolean> => {
      known.resets = [known.resets[0], known.resets[1] + 1]
      if (!(await told(client.resetDevice({ body: { user_key } })))) return false
      known.resets = [known.resets[0] + 1, known.resets[1]]
      return true
    }
    const move = async (): Promise<boolean> => {
      known.resets = [known.resets[0], known.resets[1] + 1]
      const device = `moved-${user_key}`
      if (!(await check('move', device))) return false
      known.resets = [known.resets[0] + 1, known.resets[1]]
      known.movedTo = device
      return true
    }
    const ban = async (): Promise<boolean> => {
      if (!(await told(client.blacklistUser({ body: { user_key, ban_reason: 'kill' } })))) return false
      known.bans += 1
      return true
    }
    if (!((await check()) && (await reset()) && (await check()) && (await move()) && (await ban()))) return
  }
}

function expectRemembered(users: readonly UserRecord[], memory: Memory, before: number, where: string): void {
  const byKey = new Map(users.map((user) => [user.user_key, user]))
  expect(byKey.size, `${where}: no key is there twice`).toBe(users.length)
  expect(users.length, `${where}: no creation was carried out twice`).toBeLessThanOrEqual(
    before + memory.creationsSent,
  )
  for (const [key, { bans, movedTo, resets, executions }] of memory.keys) {
    const user = byKey.get(key)
    if (user === undefined) throw new Error(`${where}: an acknowledged key is gone.`)
    if (bans > 0) expect(user, where).toMatchObject({ banned: 1, ban_reason: 'kill' })
    if (movedTo !== undefined) expect(user, where).toMatchObject({ identifier: movedTo })
    expectBetween(user.total_resets, resets, `${where}: resets`)
    expectBetween(user.total_executions, executions, `${where}: executions`)
  }
}

function expectBetween(count: number, [acknowledged, sent]: readonly [number, number], what: string): void {
  expect(count, what).toBeGreaterThanOrEqual(acknowledged)
  expect(count, what).toBeLessThanOrEqual(sent)
}
