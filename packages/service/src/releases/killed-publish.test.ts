import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStorage } from '../modules.ts'
import { TEST_API_KEY, testAccount, testProject } from '../testing/records.ts'
import { seededBelow } from '../testing/seeded-below.ts'
import { startServe } from '../testing/service-process.ts'
import { contentOf, signed } from './testing/publish.ts'

/** The requests of a publication during which the process is killed. */
const STEPS = ['add', 'part', 'rest', 'finish', 'promote'] as const
const ROUNDS = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 30 : 2
const SEED = Number(process.env['LATCHKEY_SEED'] ?? 20_261_124)

test(`kill -9 in publish and promote leaves a feed of whole files, ${ROUNDS} times with seed ${SEED}`, {
  timeout: ROUNDS * 30_000,
}, async () => {
  const below = seededBelow(SEED)
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-killed-publish-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const database = `sqlite:${join(dir, 'test.sqlite')}`
  const { storage } = await openStorage(database, {})
  await storage.createAccount(testAccount())
  await storage.createProject(testProject())
  const by = { at: 1, actor: 'command-line', address: '', fields: [] } as const
  await storage.changeReleaseSettings('project', (settings) => ({ ...settings, feed: 'all' }), by)
  await storage.close()
  const start = () => startServe(['--database', database, '--no-console'], {})

  let service = await start()
  let offered = '0.0.0'
  for (let round = 0; round < ROUNDS; round += 1) {
    const version = `1.${round}.0`
    const content = contentOf(version)
    const half = 1 + below(content.length - 1)
    const ask = async (method: string, path: string, body?: object | Uint8Array<ArrayBuffer>) => {
      const isBytes = body instanceof Uint8Array
      const response = await fetch(`${service.line.url}/v3/projects/project/${path}`, {
        method,
        headers: {
          authorization: TEST_API_KEY,
          ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
        },
        ...(body && { body: isBytes ? body : JSON.stringify(body) }),
      })
      return response.json()
    }
    const add = () => ask('POST', 'releases', { release: signed({ version }) })
    const send = async (from: number, to: number) => {
      const { upload_id: id } = await add()
      return ask('PUT', `uploads/${id}?offset=${from}`, new Uint8Array(content.subarray(from, to)))
    }
    const steps = {
      add,
      part: () => send(0, half),
      rest: async () => send((await add()).offset, content.length),
      finish: async () => ask('POST', `uploads/${(await add()).upload_id}`),
      promote: () => ask('PATCH', `releases/${version}`, { channel: 'latest' }),
    }
    const killedAt = STEPS[round % 2 === 0 ? below(STEPS.length - 1) : STEPS.length - 1]
    for (const step of STEPS) {
      const done = steps[step]()
      if (step !== killedAt) {
        await done
        continue
      }
      // Somewhere between the arrival of the request and its answer.
      for (let turns = below(8); turns > 0; turns -= 1) await new Promise(setImmediate)
      service.process.kill('SIGKILL')
      await Promise.allSettled([done])
      await service.finished()
      service = await start()
      const seen = await readFeed(service.line.url)
      expect([offered, step === 'promote' ? version : offered]).toContain(seen)
      await steps[step]()
    }
    // What the kill has interrupted goes on.
    for (const step of ['rest', 'finish', 'promote'] as const) await steps[step]()
    expect(await readFeed(service.line.url), `round ${round}, ${killedAt}`).toBe(version)
    offered = version
  }
  service.process.kill('SIGKILL')
  await service.finished()
})

/** Reads the feed, and compares its file with its hash. */
async function readFeed(url: string): Promise<string> {
  const response = await fetch(`${url}/updates/test-app/latest/latest-linux.yml`)
  if (response.status === 404) return '0.0.0'
  const { version, files } = (await response.json()) as {
    version: string
    files: { url: string; sha512: string }[]
  }
  for (const file of files) {
    const sent = await fetch(`${url}/updates/test-app/latest/${file.url}`)
    const content = Buffer.from(await sent.arrayBuffer())
    expect(createHash('sha512').update(content).digest('base64')).toBe(file.sha512)
  }
  return version
}
