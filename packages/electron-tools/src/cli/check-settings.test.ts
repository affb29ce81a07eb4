import type { RawSettings } from '@latchkey/electron/settings'
import { DEMO_MARK } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { checkSettings } from './check-settings.ts'

const IDENTITY = {
  app: { appId: 'org.harbour.desktop', linkScheme: 'harbour' },
  manifest: { productName: 'Harbour' },
}
const SETTINGS: RawSettings = {
  LATCHKEY_SYNC_URL: 'https://license.example/',
  LATCHKEY_APP_NAME: 'harbour',
  LATCHKEY_EXECUTOR: 'desktop',
  LATCHKEY_SECRET_1: 'first-of-the-three-secrets',
  LATCHKEY_SECRET_2: 'second-of-the-three-secrets',
  LATCHKEY_SECRET_3: 'third-of-the-three-secrets',
  LATCHKEY_PUBLIC_KEYS: `kid=${'A'.repeat(43)}=`,
}

test('accepts complete settings of an app', () => {
  const none = { ...SETTINGS, LATCHKEY_PUBLIC_KEYS: 'none' }
  expect(checkSettings({ settings: none, ...IDENTITY })).toEqual([])
  expect(checkSettings({ settings: SETTINGS, ...IDENTITY })).toEqual([])
})

test.each([
  ['no settings at all', {}, /LATCHKEY_SYNC_URL is not set/],
  ['an address without TLS', { ...SETTINGS, LATCHKEY_SYNC_URL: 'http://127.0.0.1:1/' }, /must be an https:/],
  ['the demo app name', { ...SETTINGS, LATCHKEY_APP_NAME: DEMO_MARK }, /LATCHKEY_APP_NAME is of the demo/],
  [
    'a demo secret',
    { ...SETTINGS, LATCHKEY_SECRET_2: `${DEMO_MARK}-${'0a'.repeat(32)}` },
    /SECRET_2 is of the demo/,
  ],
  ['a secret made up by hand', { ...SETTINGS, LATCHKEY_SECRET_3: 'changeme' }, /SECRET_3 is shorter/],
  [
    'a grace of a hundred years',
    { ...SETTINGS, LATCHKEY_GRACE_HOURS: '876000' },
    /LATCHKEY_GRACE_HOURS must be a number of hours from 0 to 744 \(31 days\)\. Set it in \.env\./,
  ],
  [
    'no word about public keys',
    { ...SETTINGS, LATCHKEY_PUBLIC_KEYS: '' },
    /PUBLIC_KEYS is not set.*write none/,
  ],
  [
    'a trial without public keys',
    { ...SETTINGS, LATCHKEY_PUBLIC_KEYS: 'none', LATCHKEY_TRIAL: 'yes' },
    /LATCHKEY_TRIAL needs LATCHKEY_PUBLIC_KEYS/,
  ],
  ['public keys that are none', { ...SETTINGS, LATCHKEY_PUBLIC_KEYS: 'x' }, /PUBLIC_KEYS must be none/],
  ['one secret twice', { ...SETTINGS, LATCHKEY_SECRET_3: SETTINGS.LATCHKEY_SECRET_1 }, /are the same/],
] as const)('refuses %s, without printing a value', (_what, settings, problem) => {
  const problems = checkSettings({ settings, ...IDENTITY }).join('\n')
  expect(problems).toMatch(problem)
  for (const [name, value] of Object.entries(settings)) {
    if (name.includes('SECRET')) expect(problems).not.toContain(value)
  }
})

test("refuses the template's own name and id", () => {
  const app = { appId: 'com.example.latchkey', linkScheme: 'latchkey' }
  const manifest = { productName: 'Latchkey' }
  expect(checkSettings({ settings: SETTINGS, app, manifest })).toHaveLength(2)
})
