import { ENDPOINTS, type Endpoint, type EndpointId, isPathWord } from '@latchkey/management'
import fc from 'fast-check'
import { DEVICE, NOW, OTHER_DEVICE } from '../../packages/service/src/testing/records.ts'
import type { Asked } from './support.ts'

/**
 * A request of the table, or one with an error. Numbers stand for values that are known only during
 * the run.
 */
export interface RandomRequest {
  readonly id: EndpointId
  readonly asked: Asked
  /** Selects one of the known keys, tokens and tracks. */
  readonly pick: number
  /** The seconds by which the clock is moved before the request. */
  readonly later: number
}

const IDS = Object.keys(ENDPOINTS) as EndpointId[]

/** Stands for a known key, token or track; see `withKnown`. */
export const KNOWN = 'known'

const chatId = fc.constantFrom('', 'chat-1', 'chat-2', 'chat-3', 'a.b:c_d', 'two words', 'x'.repeat(65))
const device = fc.constantFrom('', DEVICE, OTHER_DEVICE, 'f'.repeat(64), 'short')
const second = fc.oneof(
  fc.constantFrom(-2, -1, 0, 1, NOW - 1, NOW, NOW + 1, NOW + 50, 2 ** 31 - 1, 2 ** 31, 1.5),
  fc.integer({ min: NOW - 1_000, max: NOW + 100_000 }),
)
const words = fc.oneof(
  fc.constantFrom('', '%', '_', 'note', '\u0000', '\ud800', "'; drop table licenses"),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const known = fc.oneof({ weight: 6, arbitrary: fc.constant(KNOWN) }, { weight: 1, arbitrary: words })

const features = fc.array(fc.constantFrom('export', 'sync', '3d', 'Export', ''), { maxLength: 3 })

/** The values of each field. Most are valid, because random ones would nearly always be refused. */
const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  user_key: known,
  unban_token: known,
  identifier: device,
  chat_id: chatId,
  auth_expire: second,
  ban_expire: second,
  key_days: fc.constantFrom(0.5, 1, 30, 36_500, 0, -1, 36_501),
  note: words,
  ban_reason: words,
  search: words,
  force: fc.boolean(),
  max_devices: fc.constantFrom(-1, 1, 2, 3, 100, 0, 101, 1.5),
  moves_per_year: fc.constantFrom(-1, 0, 1, 100, 101),
  features,
  add_features: features,
  remove_features: features,
  updates_until: fc.constantFrom(-1, 0, 1, NOW, 2 ** 31, 'x'),
  perpetual: fc.constantFrom(true, false, 'x'),
  reset_hwid_cooldown: fc.constantFrom(-1, 0, 60, -2, 'x'),
  trial: fc.boolean(),
  trial_days: fc.constantFrom(0, 1, 365, 366, -1),
  trial_weak_devices: fc.boolean(),
  trials_per_day: fc.constantFrom(1, 1_000_000, 0, 1.5),
  trials_per_address: fc.constantFrom(1, 1_000_000, 0, 'x'),
  trial_kept_days: fc.constantFrom(0, 3_650, -1),
  strength: fc.constantFrom('strong', 'medium', 'weak', 'x'),
  noUsers: fc.constantFrom('true', 'false', 'maybe'),
  from: fc.constantFrom(0, 1, 5, -1, 'x', 2 ** 31),
  until: fc.constantFrom(0, 1, 5, 1_000_000, 'x'),
  action: fc.constantFrom('extend', 'note', 'terms', 'ban', 'unban', 'reset', 'expire', 'link', 'x'),
  user_keys: fc.array(known, { maxLength: 4 }),
  state: fc.constantFrom('active', 'unused', 'expired,banned', 'banned,', 'x'),
  ends_after: second,
  ends_before: second,
  sort: fc.constantFrom('created', 'ends', 'last_reset', 'executions', 'x'),
  order: fc.constantFrom('asc', 'desc', 'x'),
  limit: fc.constantFrom(1, 2, 1_000, 0, 'x'),
  cursor: fc.constantFrom(
    'created.desc.3.3',
    'created.asc.9.2',
    'ends.desc.4294967296.4',
    'created.asc.1',
    'x',
  ),
  exact: fc.boolean(),
  count: fc.constantFrom(1, 2, 0, 5_001),
  expected_count: fc.constantFrom(0, 1, 2, 3, 5),
  days: fc.constantFrom(0.5, 1, 36_500, 0, -1),
  append: fc.boolean(),
  request_id: fc.constantFrom('a', 'b', ''),
  if_version: fc.constantFrom('0'.repeat(16), ''),
  script: fc.constantFrom('print(1)', ' ', '', 'x'.repeat(3_000)),
  script_name: words,
  ffa: fc.boolean(),
  silent: fc.boolean(),
  heartbeat: fc.boolean(),
  lightning: fc.boolean(),
  is_v4_loader: fc.boolean(),
  use_reactor: fc.boolean(),
  by: fc.constantFrom('test-app', 'nobody', ''),
  key: known,
  id: fc.constantFrom(1, -(2 ** 40), 1.5, 'x'),
  name: words,
  tag: words,
}

const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(1e308, -0, 2 ** 53))

const fieldValue = (name: string): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: FIELDS[name] ?? words }, { weight: 1, arbitrary: anything })

const rarely = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: odd })

/**
 * Makes a part of a request: usually with the required fields, sometimes with optional ones, rarely
 * with an unknown one.
 */
function partOf(schema: Endpoint['body']): fc.Arbitrary<Record<string, unknown> | undefined> {
  if (schema === undefined) return fc.constant(undefined)
  const required = new Set(schema.required as readonly string[] | undefined)
  const model = Object.fromEntries(
    Object.keys(schema.properties).map((name) => [
      name,
      fc.oneof(
        { weight: required.has(name) ? 20 : 1, arbitrary: fieldValue(name) },
        { weight: required.has(name) ? 1 : 6, arbitrary: fc.constant(undefined) },
      ),
    ]),
  )
  return fc
    .tuple(
      fc.record(model),
      rarely<[string, unknown] | undefined>(
        fc.constant(undefined),
        fc.tuple(fc.string({ maxLength: 8 }), anything),
      ),
    )
    .map(([fields, stray]) => {
      const given = Object.entries(fields).filter(([, value]) => value !== undefined)
      return Object.fromEntries(stray === undefined ? given : [...given, stray])
    })
}

/** Converts a query to texts. */
const asTexts = (given: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  )

const asked = (id: EndpointId): fc.Arbitrary<Asked> => {
  const { params, query, body }: Endpoint = ENDPOINTS[id]
  const word = fc.string({ minLength: 1, maxLength: 200 }).filter(isPathWord)
  return fc.record({
    ...(params !== undefined && {
      params: rarely(
        fc.constant({ track_id: KNOWN }),
        fc
          .constantFrom('project_id', 'script_id', 'track_id', 'api_key')
          .chain((name) => word.map((text) => ({ track_id: KNOWN, [name]: text }))),
      ),
    }),
    ...(query !== undefined && { query: partOf(query).map(asTexts) }),
    ...(body !== undefined && {
      body: rarely<unknown>(
        partOf(body),
        fc.oneof(anything, fc.constantFrom('', '{', '[]', 'null', '{"__proto__": {}}')),
      ),
    }),
    apiKey: rarely<string | null | undefined>(fc.constant(undefined), fc.constantFrom('wrong', null)),
    headers: rarely(
      fc.constant({}),
      fc.constantFrom({ 'content-type': 'text/plain' }, { 'x-challenge-token': 'a:1' }),
    ),
  }) as fc.Arbitrary<Asked>
}

/** A third of all requests create users or check keys: the store must not stay empty or unused. */
const anyId = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...IDS) },
  { weight: 1, arbitrary: fc.constantFrom('createUser', 'checkKey') },
)

export const randomRequest: fc.Arbitrary<RandomRequest> = anyId.chain((id) =>
  fc.record({
    id: fc.constant(id),
    asked: asked(id),
    pick: fc.nat(),
    later: fc.oneof(
      { weight: 9, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 100 }) },
    ),
  }),
)
