import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHostileNode } from '../../tools/attack/hostile-node.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'
import { startTamperingNode } from '../support/tampering-node.ts'

let service: ServiceUnderTest
const userDataDirs: string[] = []

beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  await service.close()
  await Promise.all(userDataDirs.map((dir) => rm(dir, { recursive: true, force: true })))
})

async function freshUserDataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-window-'))
  userDataDirs.push(dir)
  return dir
}

async function withApp(
  run: (app: AppUnderTest) => Promise<void>,
  options: { userDataDir?: string; env?: Record<string, string> } = {},
): Promise<void> {
  const userDataDir = options.userDataDir ?? (await freshUserDataDir())
  const app = await launchApp({ userDataDir, env: { ...service.appEnv, ...options.env } })
  try {
    await run(app)
  } finally {
    await app.close()
  }
}

async function activate({ window }: AppUnderTest, key: string): Promise<void> {
  await window.getByRole('textbox', { name: 'License key' }).fill(key)
  await window.getByRole('button', { name: 'Activate' }).click()
}

/** The terms and values of the license panel, as soon as the product is shown. */
async function readLicense({ window }: AppUnderTest): Promise<Record<string, string>> {
  const region = window.getByRole('region', { name: 'License' })
  await region.getByText('Executions').waitFor()
  const terms = await region.locator('dt').allInnerTexts()
  const values = await region.locator('dd').allInnerTexts()
  return Object.fromEntries(terms.map((term, index) => [term.trim(), (values[index] ?? '').trim()]))
}

test('a valid key opens the product with its note, end and executions, and a restart goes straight there', async () => {
  const userDataDir = await freshUserDataDir()
  await withApp(
    async (app) => {
      await activate(app, service.keys.valid)
      const license = await readLicense(app)
      expect(license['Note']).toBe(service.notes.valid)
      expect(license['Expires']).toContain('Never')
      expect(license['Executions']).toBe('1')
    },
    { userDataDir },
  )
  await withApp(
    async (app) => {
      await expect.poll(async () => (await readLicense(app))['Executions']).toBe('2')
      expect(app.window.url()).toBe('app://product/')
    },
    { userDataDir },
  )
})

test('expired, banned and linked elsewhere, a key stays at the gate; another one shows its end', async () => {
  await withApp(async (app) => {
    for (const [name, code, message] of [
      ['expired', 'KEY_EXPIRED', /ran out on .* Renew it/],
      ['banned', 'KEY_BANNED', /Reason: The payment was taken back/],
      ['other-device', 'KEY_HWID_LOCKED', /in use on another device/],
    ] as const) {
      await activate(app, service.keys[name])
      const alert = app.window.locator(`[role="alert"][data-code="${code}"]`)
      await alert.waitFor()
      expect(await alert.innerText()).toMatch(message)
      expect(app.window.url()).toBe('app://gate/')
    }
    // A key that was never used starts its 30 days, and is linked to this device.
    await activate(app, service.keys.unassigned)
    expect((await readLicense(app))['Expires']).toMatch(/30 days|29 days/)
    await app.window.getByRole('button', { name: 'Change key' }).click()
    await activate(app, service.keys['ends-in-20-days'])
    await expect.poll(async () => (await readLicense(app))['Expires']).toMatch(/20 days|19 days/)
  })
})

test('an answer whose signature was changed on its way stays at the gate, and is not stored', async () => {
  const node = await startTamperingNode(service.url, (answer) => {
    const record = JSON.parse(answer.body) as { signature: string }
    const flipped = record.signature.startsWith('0') ? '1' : '0'
    return { ...answer, body: JSON.stringify({ ...record, signature: flipped + record.signature.slice(1) }) }
  })
  const userDataDir = await freshUserDataDir()
  const env = { LATCHKEY_SYNC_URL: node.url, LATCHKEY_PUBLIC_KEYS: 'none' }
  try {
    await withApp(
      async (app) => {
        await activate(app, service.keys.valid)
        const alert = app.window.getByRole('alert')
        await alert.waitFor()
        expect(await alert.getAttribute('data-code')).toBe('answer-not-authentic')
        expect(app.window.url()).toBe('app://gate/')
      },
      { userDataDir, env },
    )
    expect(node.checks).toHaveLength(1)
    const stored = await readFile(join(userDataDir, 'license.json'), 'utf8').catch(() => '')
    expect(stored).not.toMatch(/"(key|proof)"/)
  } finally {
    await node.close()
  }
})

test('with public keys, asks for an answer as it is and names a proxy that compresses it', async () => {
  const node = await openHostileNode({ ...service, secrets: ['', '', ''] })
  const encodings: unknown[] = []
  try {
    await withApp(
      async (app) => {
        node.play({
          name: 'compressing proxy',
          mayOpen: false,
          expectedCodes: ['proxy'],
          async check({ request, response, authentic }) {
            encodings.push(request.headers['accept-encoding'])
            const { status, headers, body } = await authentic()
            response.writeHead(status, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body))
          },
        })
        await activate(app, service.keys.valid)
        const alert = app.window.getByRole('alert')
        await alert.waitFor()
        expect(await alert.getAttribute('data-code')).toBe('proxy')
        expect(await app.window.locator('details code').allTextContents()).toContain(
          'content-encoding of a proxy',
        )
        expect(encodings).toEqual(['identity'])
        node.play(undefined)
        await activate(app, service.keys.valid)
        expect(await readLicense(app)).toHaveProperty('Executions')
      },
      { env: { LATCHKEY_SYNC_URL: node.url } },
    )
  } finally {
    await node.close()
  }
})
