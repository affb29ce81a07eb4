import * as protocol from '@latchkey/protocol'
import { type TSchema, Type } from 'typebox'
import { expect, test } from 'vitest'
import * as management from './index.ts'
import {
  answersOf,
  CONSOLE_ENDPOINTS,
  ENDPOINTS,
  type Endpoint,
  isBodyRequired,
  MY_ENDPOINTS,
} from './index.ts'

/** The parts of a JSON schema that the file shows. */
interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
}

/** The exported schemas by content, because TypeBox copies a schema to mark it as optional. */
const EXPORTED = new Map(
  Object.entries<unknown>({ ...protocol, ...management })
    .filter(([, value]) => Type.IsObject(value))
    .map(([name, schema]) => [JSON.stringify(schema), name]),
)

/** The names of the fields, and the values of an enumeration. Empty for other types. */
function namesIn(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.type === undefined) throw new Error(`Add this form of schema here: ${JSON.stringify(schema)}`)
  if (schema.items !== undefined) {
    const names = nameOf(schema.items)
    return names && `${names}[]`
  }
  if (schema.properties === undefined) return ''
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const names = nameOf(field)
    return `${name}${schema.required?.includes(name) ? '' : '?'}${names && `: ${names}`}`
  })
  return `{ ${fields.join(', ')} }`
}

/** `docs/api/management.txt` and `protocol.txt` have the fields of exported schemas. */
const nameOf = (schema: Schema): string => EXPORTED.get(JSON.stringify(schema)) ?? namesIn(schema)

/** The path has the names of the `params`. */
function linesOf(endpoint: Endpoint): string {
  const { id, method, path, credentials, leastRole, query, headers, body, success, refusal } = endpoint
  const { 200: _, ...refused } = answersOf(endpoint)
  const part = (name: string, schema: TSchema | undefined) =>
    schema === undefined ? [] : [`${name} ${namesIn(schema as Schema)}`]
  const taken = [
    ...part('query', query),
    ...part('headers', headers),
    ...part(isBodyRequired(endpoint) ? 'body' : 'body?', body),
  ]
  const given = [
    ...part('answer', success),
    `refused ${Object.keys(refused).join(' ')} ${nameOf(refusal as Schema)}`,
  ]
  const access = leastRole === undefined ? credentials.kind : `${credentials.kind}, ${leastRole}`
  return [`${method} ${path} (${id}, ${access})`, taken.join('; '), given.join('; ')]
    .filter((line) => line !== '')
    .join('\n  ')
}

const endpoints: readonly Endpoint[] = [ENDPOINTS, CONSOLE_ENDPOINTS, MY_ENDPOINTS].flatMap(Object.values)

const RENEW =
  'If this is intended: npx vitest run --project node packages/management/src/endpoint-names.test.ts -u'

test('the endpoints and their fields are those in docs/api', async () => {
  const text = `${endpoints.map(linesOf).join('\n')}\n`
  await expect(text, RENEW).toMatchFileSnapshot('../../../docs/api/endpoints.txt')
})

/** The schema without each of its fields, at any depth. */
function* withoutOne(schema: Schema): Generator<Schema> {
  if (schema.items !== undefined) for (const items of withoutOne(schema.items)) yield { ...schema, items }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const { [name]: _, ...others } = schema.properties ?? {}
    yield { ...schema, properties: others }
    for (const less of withoutOne(field)) yield { ...schema, properties: { ...others, [name]: less } }
  }
}

test.each(endpoints)('$id without any one of its fields has other lines', (endpoint) => {
  const lines = linesOf(endpoint)
  for (const part of ['query', 'headers', 'body', 'success', 'refusal'] as const) {
    const schema = endpoint[part] as Schema | undefined
    for (const less of schema === undefined ? [] : withoutOne(schema)) {
      expect(linesOf({ ...endpoint, [part]: less as TSchema })).not.toBe(lines)
    }
  }
})
