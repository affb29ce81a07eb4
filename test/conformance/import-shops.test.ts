import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { keyAlias } from '@latchkey/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storedLicense } from '../../packages/service/src/testing/records.ts'
import { startTestService, type TestService } from '../../packages/service/src/testing/test-service.ts'
import { run } from '../../packages/vendor/src/run.ts'
import { SHOP_EXPORTS, type ShopExport } from '../support/shop-exports.ts'

let service: TestService
let dir: string
beforeEach(async () => {
  service = await startTestService()
  dir = mkdtempSync(join(tmpdir(), 'latchkey-shops-'))
})
afterEach(async () => {
  await service.stop()
  rmSync(dir, { recursive: true })
})

/** Runs `latchkey keys import` with the text as its file, and answers its JSON. */
async function importing(text: string, ...options: string[]) {
  const file = join(dir, 'shop.csv')
  writeFileSync(file, text)
  const written = { stdout: '', stderr: '' }
  const into = (name: keyof typeof written) => ({
    write(part: string) {
      written[name] += part
    },
  })
  const code = await run(['keys', 'import', file, '--yes', '--json', ...options], {
    env: {
      LATCHKEY_URL: service.url,
      LATCHKEY_API_KEY: service.apiKey,
      LATCHKEY_PROJECT: service.project.id,
    },
    stdin: new PassThrough(),
    stdout: into('stdout'),
    stderr: into('stderr'),
    version: '0.0.0',
    wait: async () => {},
    clock: () => service.clock.now * 1_000,
  })
  return { code, answer: JSON.parse(written.stdout), said: written.stderr }
}

/** The stored key of a file, with its customer. */
const storedKey = async (key: string) => {
  const found = await service.storage.findLicense(service.project.id, { key: keyAlias(key) })
  return { ...found?.license, email: found?.customer?.email, name: found?.customer?.name }
}

const codeOf = async (key: string): Promise<string> => {
  const { body } = await service.check({ key: keyAlias(key), deviceId: `device-of-${key}` })
  return body.code
}
const shopOf = (name: string): ShopExport => {
  const found = SHOP_EXPORTS.find(({ shop }) => shop === name)
  if (found === undefined) throw new Error(name)
  return found
}

test.each(SHOP_EXPORTS.map((one) => [one.shop, one] as const))(
  'an export of %s keeps who bought each key, and nothing that was refunded or disabled works',
  async (_, { text, keys }) => {
    const { answer, said } = await importing(text)
    expect(answer.imported).toBe(new Set(keys.map(({ key }) => key)).size)
    expect(said).not.toContain('no column says')
    for (const { key, email, works } of keys) {
      expect(await storedKey(key)).toMatchObject({ note: '', email })
      const code = await codeOf(key)
      expect({ key, works: code === 'KEY_VALID' }).toEqual({ key, works })
      if (!works) expect(['KEY_BANNED', 'KEY_EXPIRED']).toContain(code)
    }
  },
)

test('Gumroad: names, orders, a gone membership, and what the report says', async () => {
  const { text, keys } = shopOf('Gumroad')
  const { code, answer, said } = await importing(text)
  const [first, refunded] = keys
  expect(await storedKey(String(first?.key))).toMatchObject({
    email: 'gumroad-1@example.org',
    name: 'Customer 1',
    vendorNote: '701',
    banned: false,
  })
  expect(await storedLicense(service.storage, keyAlias(String(refunded?.key)))).toMatchObject({
    banReason: 'The purchase was refunded.',
    identifier: '',
  })
  // The line of totals and the second payment of a membership do not count as lines that were not
  // imported.
  expect([code, answer.not_imported]).toEqual([0, []])
  expect(answer).toMatchObject({ imported: 8, banned: 5, unused_addresses: ['Affiliate'] })
  expect(answer.states).toContainEqual({ column: 'Refunded?', value: 'yes', effect: 'banned', lines: 2 })
  expect(said).toContain('status: License Key Enabled? = no, lines: 1: banned keys')
  expect(said).toContain('email: column Purchase Email')
  expect(said).toContain('these columns have e-mail addresses that are not imported: Affiliate.')
  expect(await codeOf(String(keys.at(-1)?.key))).toBe('KEY_EXPIRED')
})

test('Lemon Squeezy: the activation limit is the number of devices', async () => {
  const { text, keys } = shopOf('Lemon Squeezy')
  await importing(text)
  const [first] = keys
  expect(await storedLicense(service.storage, keyAlias(String(first?.key)))).toMatchObject({ maxDevices: 5 })
  const check = (n: number) =>
    service.check({ key: keyAlias(String(first?.key)), deviceId: `computer-${n}-of-one` })
  for (let n = 0; n < 5; n += 1) expect((await check(n)).body.code).toBe('KEY_VALID')
  expect((await check(5)).body.code).toBe('KEY_HWID_LOCKED')
})

test('a vendor may leave keys out that were refunded, or let them work', async () => {
  const { text, keys } = shopOf('Paddle')
  const [, disputed, refunded, partly] = keys.map(({ key }) => key)
  const { answer } = await importing(text, '--leave-out', 'refunded', '--works', 'Partially refunded')
  expect(answer.not_imported).toEqual([expect.objectContaining({ code: 'left-out', line: 4 })])
  expect(await codeOf(String(disputed))).toBe('KEY_BANNED')
  expect(await codeOf(String(refunded))).toBe('KEY_INCORRECT')
  expect(await codeOf(String(partly))).toBe('KEY_VALID')
})

test('a file without a status says that all of its keys will work, and an unknown word is asked for', async () => {
  const { said } = await importing(
    'License Code,Customer Email\nAAAA-1111-BBBB,ada@example.org\n',
    '--dry-run',
  )
  expect(said).toContain('no column says whether a key was refunded or disabled')
  const text = 'key,status\nAAAA-1111-BBBB,Gold\nAAAA-2222-BBBB,active\n'
  const { answer } = await importing(text)
  expect(answer.not_imported).toEqual([expect.objectContaining({ code: 'state-unknown', line: 2 })])
  expect(await codeOf('AAAA-1111-BBBB')).toBe('KEY_INCORRECT')
  await importing(text, '--works', 'gold')
  expect(await codeOf('AAAA-1111-BBBB')).toBe('KEY_VALID')
})

test('a repeated import adds what is missing, bans what was refunded, and revives only when asked', async () => {
  const plain = 'key\nREPEAT-1-AAAA\nREPEAT-2-AAAA\nREPEAT-3-AAAA\n'
  expect((await importing(plain)).answer).toMatchObject({ imported: 3, created: 3 })
  const whole =
    'key,email,seats,expires,status\nREPEAT-1-AAAA,ada@example.org,4,2030-01-31,active\nREPEAT-2-AAAA,max@example.org,,,refunded\nREPEAT-3-AAAA,eve@example.org,,,active\n'
  // The vendor has banned the third key here, and written another note.
  const third = keyAlias('REPEAT-3-AAAA')
  await service.storage.changeLicense(service.project.id, third, (license) => ({
    outcome: 'banned',
    license: {
      ...license,
      vendorNote: 'Abuse',
      banned: true,
      banReason: 'Abuse',
      banExpire: -1,
      unbanToken: 't',
    },
  }))

  const dry = await importing(whole, '--dry-run')
  expect(dry.answer).toMatchObject({ created: 0, completed: 2, stopped: 1, banned_here: 1 })
  expect(await codeOf('REPEAT-2-AAAA')).toBe('KEY_VALID')
  const kept = await importing(whole, '--keep-working')
  expect(kept.answer).toMatchObject({ completed: 1, works_here: 1, banned_here: 1 })
  expect(await codeOf('REPEAT-2-AAAA')).toBe('KEY_VALID')
  const { answer, said } = await importing(whole)
  expect(answer).toMatchObject({ stopped: 1, banned_here: 1, created: 0 })
  expect(said).toContain('they do not work in the file (--keep-working leaves them): 1.')
  expect(await codeOf('REPEAT-2-AAAA')).toBe('KEY_BANNED')
  expect(await codeOf('REPEAT-3-AAAA')).toBe('KEY_BANNED')
  expect(await storedKey('REPEAT-1-AAAA')).toMatchObject({
    email: 'ada@example.org',
    maxDevices: 4,
    authExpire: expect.any(Number),
  })
  expect(await storedLicense(service.storage, third)).toMatchObject({ vendorNote: 'Abuse' })
  const revived = await importing(whole, '--revive')
  expect(revived.answer).toMatchObject({ revived: 1, banned_here: 0 })
  expect(await codeOf('REPEAT-3-AAAA')).toBe('KEY_VALID')
})
