import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { answersOf, ENDPOINTS, type Endpoint, toOpenApi } from './index.ts'

const document = toOpenApi(ENDPOINTS, { baseUrl: 'https://license.example', version: '3.0.0' })
// Serialised and parsed, because readers get JSON without symbols and undefined values.
const read = JSON.parse(JSON.stringify(document)) as typeof document

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(read)).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the validator refuses an invalid document', async () => {
  const broken = { ...read, paths: { '/status': { get: { responses: 'none' } } } }
  expect((await new Validator().validate(broken)).valid).toBe(false)
})

test('contains every endpoint with all its parameters and answers', () => {
  for (const endpoint of Object.values(ENDPOINTS)) {
    const operation = read.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    expect(operation).toMatchObject({ operationId: endpoint.id })
    const parameters = operation?.['parameters'] as readonly { name: string; in: string; required: boolean }[]
    const { params, query, headers } = endpoint as Endpoint
    expect(parameters.map((parameter) => [parameter.in, parameter.name])).toEqual([
      ...Object.keys(params?.properties ?? {}).map((name) => ['path', name]),
      ...Object.keys(query?.properties ?? {}).map((name) => ['query', name]),
      ...Object.keys(headers?.properties ?? {}).map((name) => ['header', name]),
    ])
    expect(parameters.filter((parameter) => parameter.in === 'path' && !parameter.required)).toEqual([])
    expect(Object.keys(operation?.['responses'] as object)).toEqual(Object.keys(answersOf(endpoint)))
  }
  const count = Object.values(read.paths).flatMap((path) => Object.keys(path)).length
  expect(count).toBe(Object.keys(ENDPOINTS).length)
})

test('every reference has a component, and every component is referenced', () => {
  const text = JSON.stringify(read)
  const referred = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
  const { schemas } = read['components'] as { schemas: object }
  expect([...referred].toSorted()).toEqual(Object.keys(schemas).toSorted())
})

test('contains the credentials of each endpoint', () => {
  const securityOf = (path: string, method: string) => read.paths[path]?.[method]?.['security']
  expect(securityOf('/v3/projects/{project_id}/users', 'post')).toEqual([{ apiKey: [] }])
  expect(securityOf('/sandbox/plants', 'post')).toEqual([{ plantToken: [] }])
  expect(securityOf('/status', 'get')).toEqual([])
})

test('the body is optional for a new user and required for a ban', () => {
  const bodyOf = (path: string) => read.paths[path]?.['post']?.['requestBody']
  expect(bodyOf('/v3/projects/{project_id}/users')).toMatchObject({ required: false })
  expect(bodyOf('/v3/projects/{project_id}/users/blacklist')).toMatchObject({ required: true })
})
