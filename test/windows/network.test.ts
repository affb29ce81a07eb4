import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Act, record } from '../../tools/attack/attack.ts'
import { type HostileNode, openHostileNode } from '../../tools/attack/hostile-node.ts'
import { CONTROL } from '../../tools/attack/run-attacks.ts'
import { activate, checkAgain, licensePanel } from '../support/drive-app.ts'
import { launchApp } from '../support/launch-app.ts'
import { listen } from '../support/listen.ts'
import { networkOfTree } from '../support/listening-ports.ts'
import { startAppProcess } from '../support/start-process.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

/** The app has fewer sessions than this, so some are used again. */
const CHECKS = 12

let service: ServiceUnderTest
let node: HostileNode
let env: Record<string, string>

beforeAll(async () => {
  service = await startService()
  node = await openHostileNode({ ...service, secrets: ['', '', ''] })
  // The node sends its own answers, which are not signed, so the app has no public keys.
  env = { ...service.appEnv, LATCHKEY_SYNC_URL: node.url, LATCHKEY_PUBLIC_KEYS: 'none' }
})
afterAll(async () => {
  await node.close()
  await service.close()
})

const answerChecks = (check: Act): void =>
  node.play({ name: 'network', mayOpen: true, expectedCodes: [], check })
const honest = record((answer) => answer)
const { check: unchanged = honest } = CONTROL

test('each request has a connection of its own, and none is sent again if that dies', async () => {
  // This app has public keys, so that it also sends requests about computers.
  const app = await launchApp({ env: { ...service.appEnv, LATCHKEY_SYNC_URL: node.url } })
  onTestFinished(app.close)
  const ports: (number | undefined)[] = []
  answerChecks((encounter) => {
    ports.push(encounter.request.socket.remotePort)
    return unchanged(encounter)
  })
  await activate(app, service.keys.valid)
  await licensePanel(app).waitFor()
  for (let checks = 1; checks < CHECKS; checks++) {
    expect(await checkAgain(app)).toMatchObject({ source: 'online' })
  }
  expect(new Set(ports).size).toBe(CHECKS)

  answerChecks(({ request }) => void request.socket.destroy())
  expect(await checkAgain(app)).toMatchObject({
    source: 'grace',
    notice: { failure: { kind: 'outcome-unknown' } },
  })
  expect(node.traffic().checks).toBe(1)

  // This request is sent by POST.
  answerChecks(({ request }) => void request.socket.destroy())
  expect(await app.window.evaluate(() => window.latchkey.license.releaseDevice('any'))).toMatchObject({
    failure: { kind: 'outcome-unknown' },
  })
  expect(node.traffic().checks).toBe(1)
})

test.runIf(process.platform === 'linux')('the app listens on no port while it runs and checks', async () => {
  const userDataDir = await mkdtemp(join(tmpdir(), 'latchkey-network-'))
  onTestFinished(() => rm(userDataDir, { recursive: true, force: true }))
  const first = await launchApp({ userDataDir, env })
  node.play(undefined)
  await activate(first, service.keys.valid)
  await licensePanel(first).waitFor()
  await first.close()

  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>()
  const { promise: answered, resolve: endAnswer } = Promise.withResolvers<void>()
  answerChecks(async (encounter) => {
    arrive()
    await mayAnswer
    encounter.response.on('finish', endAnswer)
    await honest(encounter)
  })
  // Playwright would make the app listen for a debugger, so the app is started without it.
  const app = startAppProcess(userDataDir, { env })
  onTestFinished(app.end)
  await arrived
  await expectSilence(app.pid)
  letAnswer()
  await answered
  await expectSilence(app.pid)
})

async function expectSilence(pid: number): Promise<void> {
  const tree = await networkOfTree(pid)
  expect(tree.filter(({ ports }) => ports.length > 0)).toEqual([])
  // The processes that could listen were examined: the main process and Chromium's network service.
  // The service has no HTTP/3.
  expect(tree.map((each) => each.pid)).toContain(pid)
  const network = tree.find(({ commandLine }) => commandLine.includes('network.mojom.NetworkService'))
  expect(network?.commandLine).toContain('--disable-quic')
}

test.runIf(process.platform === 'linux')(
  'a port on which a process of the tree listens is found',
  async () => {
    const { port, close } = await listen(createServer())
    onTestFinished(close)
    const [self] = (await networkOfTree(process.pid)).filter(({ pid }) => pid === process.pid)
    expect(self?.ports).toContain(port)
  },
)
