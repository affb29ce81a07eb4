import { Heartbeat, LoadedScript } from '@latchkey/protocol'
import type { TObject, TSchema } from 'typebox'
import { ApiKeyDetails, ProjectRecord, UsageStatistics } from './account.ts'
import { Challenge } from './challenge.ts'
import { type Credentials, type Endpoint, isBodyRequired } from './endpoint.ts'
import { Done, Refused } from './fields.ts'
import { NewPlant, Plant, PlantStoreError, StatusRecord } from './open-endpoints.ts'
import { type Answer, answersOf } from './refusals.ts'
import { ScriptProgress, ScriptRecord, ScriptUpdated } from './scripts.ts'
import { UserCreated, UserList, UserRecord } from './users.ts'

/** What the OpenAPI document contains about this service. */
export interface OpenApiSettings {
  /** The public URL of the service, without a trailing slash. */
  readonly baseUrl: string
  /** The version of the API, as in the answer of `GET /status`. */
  readonly version: string
}

type Json = Readonly<Record<string, unknown>>

/** An OpenAPI document. Source: OpenAPI 3.1.1. */
export interface OpenApiDocument extends Json {
  readonly openapi: '3.1.1'
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
}

/** Schemas with a name for generated clients. The document references them wherever they occur. */
const COMPONENTS: Readonly<Record<string, TSchema>> = {
  ApiKeyDetails,
  Challenge,
  Done,
  Heartbeat,
  LoadedScript,
  NewPlant,
  Plant,
  PlantStoreError,
  Project: ProjectRecord,
  Refused,
  Script: ScriptRecord,
  ScriptProgress,
  ScriptUpdated,
  Status: StatusRecord,
  UsageStatistics,
  User: UserRecord,
  UserCreated,
  UserList,
}

// Compared by content, because TypeBox copies a schema to mark it as optional.
const NAMES = new Map(Object.entries(COMPONENTS).map(([name, schema]) => [JSON.stringify(schema), name]))

/** Returns the endpoints as an OpenAPI 3.1 document, which accepts TypeBox schemas unchanged. */
export function toOpenApi(
  endpoints: Readonly<Record<string, Endpoint>>,
  { baseUrl, version }: OpenApiSettings,
): OpenApiDocument {
  const all = Object.values(endpoints)
  const byPath = Map.groupBy(all, ({ path }) => path)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Latchkey',
      version,
      summary: 'The license service: its management API and its key check.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(all.map(({ subject }) => subject))].map((name) => ({ name })),
    paths: Object.fromEntries(
      [...byPath].map(([path, ofPath]) => [
        path,
        Object.fromEntries(ofPath.map((endpoint) => [endpoint.method.toLowerCase(), operation(endpoint)])),
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        Object.entries(COMPONENTS).map(([name, schema]) => [name, withReferencesInside(schema)]),
      ),
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The API key of the account, without a scheme.',
        },
        plantToken: { type: 'http', scheme: 'bearer', description: 'The token of the plant store.' },
      },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  const { id, title, subject, description, body, bytes } = endpoint
  return {
    operationId: id,
    summary: title,
    tags: [subject],
    description,
    security: securityOf(endpoint.credentials),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...parameters('header', endpoint.headers),
    ],
    ...(bytes && { requestBody: { required: true, content: { 'application/octet-stream': {} } } }),
    ...(body !== undefined && {
      requestBody: { required: isBodyRequired(endpoint), content: json(body) },
    }),
    responses: Object.fromEntries(
      Object.entries(answersOf(endpoint)).map(([status, answer]) => [status, response(status, answer)]),
    ),
  }
}

/** OpenAPI has no security scheme for signatures: their headers are listed as parameters. */
function securityOf({ kind }: Credentials): readonly Json[] {
  if (kind === 'api-key') return [{ apiKey: [] }]
  if (kind === 'plant-token') return [{ plantToken: [] }]
  return []
}

const parameters = (place: 'path' | 'query' | 'header', schema: TObject | undefined): readonly Json[] =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...type } = property as { readonly description?: string }
    return {
      name,
      in: place,
      required: (schema?.required as readonly string[] | undefined)?.includes(name) ?? false,
      ...(description !== undefined && { description }),
      schema: type,
    }
  })

const response = (status: string, { description, schema }: Answer): Json => ({
  description,
  ...(status === '429' && {
    headers: {
      'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer' } },
    },
  }),
  content: json(schema),
})

const json = (schema: TSchema): Json => ({ 'application/json': { schema: withReferences(schema) } })

function withReferences(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const name = NAMES.get(JSON.stringify(value))
  return name === undefined ? withReferencesInside(value) : { $ref: `#/components/schemas/${name}` }
}

const withReferencesInside = (value: object): unknown =>
  Array.isArray(value)
    ? value.map(withReferences)
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withReferences(inner)]))
