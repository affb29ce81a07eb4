import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { rootDir } from '../../tools/set-up/places.js'
import { createKeyHelpers, deviceOf, inDays } from './key-support.ts'
import { startConsole } from './support.ts'

const MOST_ACTIONS = 3

const console = await startConsole()
const keys = createKeyHelpers(console)

let computers = 0
/** Creates a key with a computer of its own, because a ban is valid for the computer. */
const linked = (fields: object = {}): Promise<string> => {
  computers += 1
  const identifier = String(computers).padStart(64, '0')
  return keys.create({ identifier, auth_expire: inDays(100), ...fields })
}

async function banned(): Promise<string> {
  const key = await linked()
  await keys.ask('blacklistUser', { body: { user_key: key, ban_reason: 'Charged back' } })
  return key
}

async function refused(): Promise<string> {
  const key = await linked()
  expect(await keys.use(key, 'b')).toBe('KEY_HWID_LOCKED')
  return key
}

interface Question {
  readonly create: () => Promise<string>
  /** The text in the mail by which the key is found. Default: the key. */
  readonly search?: string
  /** The button that solves the problem. Absent: it is enough to read the page. */
  readonly press?: string
  /** The text that the page then shows. */
  readonly reads: RegExp
  /** The text that is then in the clipboard. */
  readonly copies?: RegExp | 'key'
  /** Checks that the customer's problem is solved. */
  readonly after?: (key: string) => Promise<void>
}

/** The questions of docs/guides/answer-support-mail.md. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  'My key does not work.': {
    create: refused,
    press: 'Copy in English',
    reads: /^Another computer was refused on /,
    copies: /is in use on another computer/,
  },
  'I have a new computer.': {
    create: () => linked(),
    press: 'Reset computer',
    reads: /^Works on the next computer that uses it until /,
  },
  'How long does my license last?': {
    create: () => linked(),
    reads: /^Works on one computer until \d+ \w+ 20\d\d\.$/,
  },
  'I have renewed. Can you extend it?': {
    create: () => linked({ auth_expire: inDays(-3) }),
    press: 'Extend: + 1 year',
    reads: /^Works on one computer until /,
  },
  'I have lost my key.': {
    create: () => linked({ vendor_note: 'Order 99, grace@example.com' }),
    search: 'grace@example.com',
    press: 'Copy key',
    reads: /^Order 99, grace@example.com$/,
    copies: 'key',
  },
  'Why am I blocked?': {
    create: banned,
    reads: /^Does not work: it is banned for good, reason: “Charged back”\.$/,
  },
  'That was a mistake. Please unblock me.': {
    create: banned,
    press: 'Lift ban',
    reads: /^Works on one computer until /,
  },
  'I have bought again, but the new key is refused.': {
    async create() {
      const old = await keys.create({ identifier: deviceOf('q') })
      await keys.ask('blacklistUser', { body: { user_key: old, ban_reason: 'Charged back' } })
      const bought = await keys.create({ key_days: 365 })
      expect(await keys.use(bought, 'q')).toBe('KEY_BANNED')
      return bought
    },
    press: 'Lift ban of the computer',
    reads: /^Not used yet; its 365 days begin with the first use\.$/,
    after: async (key) => expect(await keys.use(key, 'q')).toBe('KEY_VALID'),
  },
  'On which computers do I use it?': {
    create: async () => {
      const key = await keys.create({ max_devices: 3 })
      for (const device of ['a', 'b']) await keys.use(key, device)
      return key
    },
    reads: /^Last used \d+ \w+ 20\d\d/,
  },
  'It worked last week. What happened?': { create: refused, reads: /^Refused: another computer$/ },
  'When do my 30 days begin?': {
    create: () => keys.create({ key_days: 30 }),
    press: 'Copy in German',
    reads: /^Not used yet; its 30 days begin with the first use\.$/,
    copies: /Seine 30 Tage beginnen mit der ersten Nutzung\./,
  },
}

test('the guide has these questions', () => {
  const guide = readFileSync(join(rootDir, 'docs/guides/answer-support-mail.md'), 'utf8')
  const asked = Array.from(guide.matchAll(/^\| "(.+?)" \|/gm), ([, question]) => question)
  expect(asked).toEqual(Object.keys(QUESTIONS))
  expect(asked).toHaveLength(11)
})

test('each of them is answered in at most three actions', async () => {
  const page = await console.open()
  for (const [question, { create, search, press, reads, copies, after }] of Object.entries(QUESTIONS)) {
    const key = await create()
    // A person begins at the table of all keys.
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    const actions = countActions()
    await actions.type(page.getByRole('searchbox', { name: 'Search keys' }), search ?? key)
    // Waits until the row does not move any more: otherwise the press would miss it.
    await page.getByText('1 to 1 of 1').waitFor()
    await actions.press(page.getByRole('row').filter({ hasText: key.slice(-4) }))
    await page.getByRole('heading', { level: 1, name: key.slice(-4) }).waitFor()
    if (press !== undefined) await actions.press(page.getByRole('button', { name: press, exact: true }))
    await page.getByText(reads).first().waitFor()
    if (copies !== undefined) {
      const copied = () => page.evaluate(() => navigator.clipboard.readText())
      await expect.poll(copied).toMatch(copies === 'key' ? new RegExp(`^${key}$`) : copies)
    }
    await after?.(key)
    expect(actions.count(), question).toBeLessThanOrEqual(MOST_ACTIONS)
    expect(actions.count(), question).toBe(press === undefined ? 2 : 3)
  }
})

/** Counts the actions of a person: a text that is typed or pasted, or a press. */
function countActions() {
  let count = 0
  return {
    async type(field: Locator, text: string): Promise<void> {
      count += 1
      await field.fill(text)
    },
    async press(target: Locator): Promise<void> {
      count += 1
      await target.click()
    },
    count: () => count,
  }
}
