import { createSigningKeyPair, formatPublicKeys } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { deleteSecrets, envExample, type RawSettings, readSettings } from './settings.ts'

const COMPLETE: RawSettings = {
  LATCHKEY_SYNC_URL: 'https://license.example/',
  LATCHKEY_APP_NAME: 'app',
  LATCHKEY_EXECUTOR: 'desktop',
  LATCHKEY_SECRET_1: 'one',
  LATCHKEY_SECRET_2: 'two',
  LATCHKEY_SECRET_3: 'three',
}

const read = (baked: RawSettings, environment: RawSettings = {}, isPackaged = false) =>
  readSettings({ baked, environment, isPackaged, defaultUserAgent: 'App/1.0' })

test('uses the settings of the build, and the defaults', () => {
  expect(read(COMPLETE)).toEqual({
    licensing: {
      syncUrl: 'https://license.example/',
      appName: 'app',
      executor: 'desktop',
      secrets: ['one', 'two', 'three'],
      userAgent: 'App/1.0',
      allowLoopbackHttp: true,
    },
    problems: [],
    supportUrl: undefined,
    renewUrl: undefined,
    shopUrl: undefined,
    hasTrials: false,
    graceSeconds: 72 * 3600,
    checkEverySeconds: 86_400,
    isCheckFirst: false,
    takesOtherKeys: false,
    updates: undefined,
  })
})

test('reads the public keys, and cannot be used with keys that are none', () => {
  const key = `kid=${Buffer.alloc(32, 7).toString('base64')}`
  const keysOf = (value: string) => read({ ...COMPLETE, LATCHKEY_PUBLIC_KEYS: value })
  expect([...(keysOf(`${key},second${key}`).licensing?.publicKeys?.keys() ?? [])]).toEqual([
    'kid',
    'secondkid',
  ])
  expect(keysOf('none').licensing).toEqual(read(COMPLETE).licensing)
  for (const wrong of ['nothing', `${key},`, 'kid=AAAA']) {
    expect(keysOf(wrong).licensing).toBeUndefined()
    expect(keysOf(wrong).problems).toEqual([expect.stringMatching(/^LATCHKEY_PUBLIC_KEYS must be none/)])
  }
})

test('lets the environment override them only while the app is not packaged', () => {
  const environment = { LATCHKEY_APP_NAME: 'other', LATCHKEY_SECRET_1: 'mine' }
  expect(read(COMPLETE, environment).licensing).toMatchObject({
    appName: 'other',
    secrets: ['mine', 'two', 'three'],
  })
  expect(read(COMPLETE, environment, true)).toEqual(read(COMPLETE, {}, true))
})

test('takes the date of the build from the environment only while the app is not packaged', () => {
  const builtAt = (environment: string, isPackaged: boolean) =>
    readSettings({
      baked: COMPLETE,
      environment: { LATCHKEY_BUILT_AT: environment },
      isPackaged,
      builtAt: 1_790_000_000,
      defaultUserAgent: 'App/1.0',
    }).builtAt
  expect(builtAt('1700000000', false)).toBe(1_700_000_000)
  expect(builtAt('', false)).toBe(1_790_000_000)
  expect(builtAt('yesterday', false)).toBe(1_790_000_000)
  expect(builtAt('1700000000', true)).toBe(1_790_000_000)
})

test('reports all missing settings at once, without any value', () => {
  const { licensing, problems } = read({ LATCHKEY_SECRET_1: 'one', LATCHKEY_EXECUTOR: 'not a header' })
  expect(licensing).toBeUndefined()
  expect(problems).toHaveLength(5)
  expect(problems.join(' ')).not.toContain('one')
  expect(problems.join(' ')).not.toContain('not a header')
})

test.each([
  ['http://127.0.0.1:8080', true, false],
  ['http://localhost:8080/', true, false],
  ['http://license.example/', false, false],
  ['http://127.0.0.1.example/', false, false],
  ['https://user:word@license.example/', false, false],
  ['https://license.example/?a=1', false, false],
  ['file:///etc/hosts', false, false],
  ['license.example', false, false],
  ['https://license.example/base/', true, true],
])('%s as a sync address: usable %s, packaged %s', (syncUrl, whileNotPackaged, whenPackaged) => {
  const baked = { ...COMPLETE, LATCHKEY_SYNC_URL: syncUrl }
  expect(read(baked).licensing !== undefined).toBe(whileNotPackaged)
  expect(read(baked, {}, true).licensing !== undefined).toBe(whenPackaged)
})

test('accepts only https: and mailto: links; an invalid link does not disable licensing', () => {
  const settings = read({
    ...COMPLETE,
    LATCHKEY_SUPPORT_URL: 'file:///etc/passwd',
    LATCHKEY_RENEW_URL: 'mailto:a@b.example',
  })
  expect(settings).toMatchObject({ supportUrl: undefined, renewUrl: 'mailto:a@b.example' })
  expect(settings.licensing).toBeDefined()
  expect(settings.problems).toHaveLength(1)
})

test.each([
  ['0', 0],
  ['24', 86_400],
  ['soon', 72 * 3600],
  ['-1', 72 * 3600],
  ['744', 744 * 3600],
  ['744.1', 72 * 3600],
  ['876000', 72 * 3600],
])('reads a grace of %s hours as %i seconds', (hours, seconds) => {
  expect(read({ ...COMPLETE, LATCHKEY_GRACE_HOURS: hours }).graceSeconds).toBe(seconds)
})

test.each([
  [{ LATCHKEY_UPDATE_URL: 'https://harbour.example/updates/' }, { needLicense: false }, 0],
  [
    { LATCHKEY_UPDATE_URL: 'https://harbour.example/updates/', LATCHKEY_UPDATES_NEED_LICENSE: 'yes' },
    { needLicense: true },
    0,
  ],
  [
    { LATCHKEY_UPDATE_URL: 'https://harbour.example/updates/', LATCHKEY_UPDATES_NEED_LICENSE: 'on' },
    { needLicense: true },
    1,
  ],
  [{ LATCHKEY_UPDATE_URL: 'http://harbour.example/updates/' }, undefined, 1],
  [{ LATCHKEY_UPDATE_URL: 'http://127.0.0.1:8080/' }, undefined, 1],
])('reads %o as updates %o when packaged, with %i problem', (baked, updates, problems) => {
  const settings = read({ ...COMPLETE, ...baked }, {}, true)
  expect(settings.updates).toEqual(updates && { feedUrl: baked.LATCHKEY_UPDATE_URL, ...updates })
  expect(settings.problems).toHaveLength(problems)
  expect(settings.licensing).toBeDefined()
})

const [FIRST, SECOND] = [createSigningKeyPair(), createSigningKeyPair()]
const SIGNED = {
  LATCHKEY_UPDATES: 'latchkey',
  LATCHKEY_RELEASE_KEYS: formatPublicKeys([FIRST, SECOND]),
  LATCHKEY_PUBLIC_KEYS: formatPublicKeys([FIRST]),
}

test('takes updates from the license service, below its address', () => {
  const baked = {
    ...COMPLETE,
    ...SIGNED,
    LATCHKEY_SYNC_URL: 'https://a.example/b',
    LATCHKEY_APP_NAME: 'My App',
  }
  expect(read(baked, {}, true)).toMatchObject({
    problems: [],
    updates: { feedUrl: 'https://a.example/b/updates/My%20App/latest/', releaseKeys: {} },
  })
})

test.each([
  [{ LATCHKEY_UPDATES: 'yes' }, 'LATCHKEY_UPDATES must be latchkey, or empty.'],
  [{ LATCHKEY_RELEASE_KEYS: formatPublicKeys([FIRST]) }, 'LATCHKEY_RELEASE_KEYS must be ID=KEY,ID=KEY.'],
  [{ LATCHKEY_RELEASE_KEYS: '' }, 'LATCHKEY_RELEASE_KEYS must be ID=KEY,ID=KEY.'],
  [{ LATCHKEY_PUBLIC_KEYS: 'none' }, 'LATCHKEY_UPDATES needs LATCHKEY_PUBLIC_KEYS.'],
  [{ LATCHKEY_UPDATE_CHANNEL: '../other' }, 'LATCHKEY_UPDATE_CHANNEL must be'],
])('says what is wrong with %o', (changes, problem) => {
  const { problems } = read({ ...COMPLETE, ...SIGNED, ...changes }, {}, true)
  expect(problems).toEqual([expect.stringContaining(problem)])
})

test.each([
  [undefined, false, 0],
  ['yes', true, 0],
  ['on', false, 1],
])('LATCHKEY_OTHER_KEYS=%s', (value, takesOtherKeys, problems) => {
  const settings = read({ ...COMPLETE, LATCHKEY_OTHER_KEYS: value })
  expect([settings.takesOtherKeys, settings.problems.length]).toEqual([takesOtherKeys, problems])
})

// `npx vitest run --project node settings -u` writes the file.
test('.env.example describes every setting', async () => {
  await expect(envExample()).toMatchFileSnapshot('../../../.env.example')
})

test('deletes only the secrets from the environment', () => {
  const environment = { LATCHKEY_SECRET_1: 'a', LATCHKEY_SECRET_3: 'c', LATCHKEY_APP_NAME: 'plants' }
  deleteSecrets(environment)
  expect(environment).toEqual({ LATCHKEY_APP_NAME: 'plants' })
})

test.each([
  ['yes', true, 0],
  ['no', false, 0],
  ['on', true, 1],
])('LATCHKEY_CHECK_FIRST=%s', (value, isCheckFirst, problems) => {
  const settings = read({ ...COMPLETE, LATCHKEY_CHECK_FIRST: value })
  expect([settings.isCheckFirst, settings.problems.length]).toEqual([isCheckFirst, problems])
})

test.each([
  ['yes', 'key', true, 0],
  ['yes', 'none', false, 1],
  ['yes', '', false, 1],
  ['no', 'none', false, 0],
  ['on', 'key', false, 1],
])('LATCHKEY_TRIAL=%s with the public keys "%s"', (trial, keys, hasTrials, problems) => {
  const LATCHKEY_PUBLIC_KEYS = keys === 'key' ? `kid=${Buffer.alloc(32, 7).toString('base64')}` : keys
  const settings = read({ ...COMPLETE, LATCHKEY_TRIAL: trial, LATCHKEY_PUBLIC_KEYS })
  expect([settings.hasTrials, settings.problems.length]).toEqual([hasTrials, problems])
  expect(settings.licensing).toBeDefined()
})

test.each([
  ['', '', 24],
  ['12', '', 12],
  ['0', '', 0],
  ['', '0', 0],
  ['6', '0', 6],
])('LATCHKEY_CHECK_EVERY=%s with LATCHKEY_GRACE_HOURS=%s', (every, grace, hours) => {
  const values = { ...COMPLETE, LATCHKEY_CHECK_EVERY: every, LATCHKEY_GRACE_HOURS: grace }
  expect(read(values)).toMatchObject({ checkEverySeconds: hours * 3600, problems: [] })
})

test.each(['-1', '745', 'daily'])('LATCHKEY_CHECK_EVERY=%s is a problem', (every) => {
  expect(read({ ...COMPLETE, LATCHKEY_CHECK_EVERY: every })).toMatchObject({
    checkEverySeconds: 86_400,
    problems: [expect.stringContaining('LATCHKEY_CHECK_EVERY')],
  })
})
