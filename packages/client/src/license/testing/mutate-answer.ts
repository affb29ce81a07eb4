import { signResponse } from '@latchkey/protocol'
import type { SeededRandom } from './seeded-random.ts'
import { DATA, SECRETS } from './test-service.ts'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

type Mutation = (answer: RawAnswer, random: SeededRandom) => void

const replaceText =
  (change: (text: string, random: SeededRandom) => string): Mutation =>
  (answer, random) => {
    answer.body = Buffer.from(change(answer.body.toString('utf8'), random))
  }

/** Sets one field of the answer to a random unusual value. */
const setField: Mutation = replaceText((text, random) => {
  const odd = random.pick([
    'null',
    'true',
    '0',
    '-1',
    '1e400',
    '1.5',
    '9007199254740993',
    '-0',
    '""',
    '"KEY_VALID"',
    '"key_valid"',
    '"KEY_VALID "',
    '"KEY_VALID\\u0000"',
    '"\\u004bEY_VALID"',
    '[]',
    '{}',
    '["KEY_VALID"]',
    '"\\ud800"',
    '"\\u202e<b>"',
    '"KEY_BANNED"',
    `"${'0'.repeat(40)}"`,
    `"${'a'.repeat(300)}"`,
    `"${signResponse('0123456789abcdef', 'KEY_VALID', SECRETS)}"`,
  ])
  const name = random.pick([
    'code',
    'message',
    'signature',
    'data',
    'note',
    'total_executions',
    'auth_expire',
  ])
  const place = new RegExp(`"${name}":("[^"]*"|-?[0-9.]+|\\{[^}]*\\})`)
  return text.replace(place, () => `"${name}":${odd}`)
})

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  // Changes of bytes.
  (answer, random) => {
    if (answer.body.length === 0) return
    const place = random.below(answer.body.length)
    answer.body[place] = (answer.body[place] ?? 0) ^ (1 << random.below(8))
  },
  (answer, random) => {
    answer.body = answer.body.subarray(0, random.below(answer.body.length + 1))
  },
  (answer, random) => {
    const from = random.below(answer.body.length + 1)
    const gone = answer.body.subarray(from + 1 + random.below(8))
    answer.body = Buffer.concat([answer.body.subarray(0, from), gone])
  },
  (answer, random) => {
    const place = random.below(answer.body.length + 1)
    const noise = Buffer.from(
      random.pick(['\u0000', ' ', '"', '{', '}', ',', '\\', '\uFEFF', '\u202e', '//', 'é']),
    )
    answer.body = Buffer.concat([answer.body.subarray(0, place), noise, answer.body.subarray(place)])
  },
  (answer, random) => {
    const from = random.below(answer.body.length + 1)
    const piece = answer.body.subarray(from, from + random.below(60))
    answer.body = Buffer.concat([answer.body, piece])
  },
  // Changes of the JSON object.
  setField,
  setField,
  replaceText((text) => text.replace(/,"signature":"[^"]*"/, '')),
  replaceText((text) =>
    text.replace(/"signature":"([^"]*)"/, (_all, hex: string) => `"signature":"${hex.toUpperCase()}"`),
  ),
  replaceText((text, random) => {
    const field = random.pick([
      '"code":"KEY_VALID"',
      '"code":"KEY_BANNED"',
      '"__proto__":{"code":"KEY_VALID"}',
      '"constructor":1',
    ])
    return random.below(2) === 0 ? text.replace('{', `{${field},`) : text.replace(/\}\s*$/, `,${field}}`)
  }),
  replaceText((text) => `[${text}]`),
  replaceText((text) => JSON.stringify(text)),
  replaceText(() => JSON.stringify({ code: 'KEY_VALID', message: 'Welcome.', data: DATA })),
  // Changes of the status, the headers, the encoding and the length.
  (answer, random) => {
    answer.status = random.pick([
      200, 200, 201, 204, 206, 301, 302, 304, 400, 401, 403, 404, 407, 429, 500, 503, 511, 999,
    ])
  },
  (answer, random) => {
    answer.headers['content-type'] = random.pick([
      'application/json',
      'application/json; charset=utf-16',
      'text/html',
      'text/plain',
      '',
      ';',
      'application/json;charset=UTF8',
    ])
  },
  (answer, random) => {
    answer.headers['retry-after'] = random.pick([
      '0',
      '1',
      '-1',
      '99999999999',
      'soon',
      'Fri, 31 Dec 1999 23:59:59 GMT',
    ])
  },
  (answer) => {
    answer.body = Buffer.from(answer.body.toString('utf8'), 'utf16le')
  },
  (answer) => {
    answer.body = Buffer.concat([answer.body, Buffer.alloc(70_000, 0x20)])
  },
]

/** Applies one to four random mutations. */
export function mutateAnswer(answer: RawAnswer, random: SeededRandom): void {
  for (let rounds = 1 + random.below(4); rounds > 0; rounds--) random.pick(MUTATIONS)(answer, random)
}
