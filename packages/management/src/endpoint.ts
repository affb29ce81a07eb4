import type { Static, TObject, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Role } from './roles.ts'

/** An HTTP method of an endpoint. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What opens an endpoint at the API, and at the console for a person with its least role. */
type PersonalCredentials =
  /** The account's API key in the `Authorization` header, without a scheme. */
  | {
      readonly kind: 'api-key'
      /** The status when the API key is missing, and when it is unknown. */
      readonly missing: 400 | 403
      readonly wrong: 400 | 403
    }
  /** A session of the console: its cookie, and its proof in a header. See `console.ts`. */
  | { readonly kind: 'session' }

type OtherCredentials =
  | { readonly kind: 'none' }
  /** A session of the customer's page. With `proof`, its last proof by mail must be fresh. */
  | { readonly kind: 'customer'; readonly proof?: true }
  /** The token of the plant store: `Authorization: Bearer TOKEN`. */
  | { readonly kind: 'plant-token' }
  /** A license key or a session in the body. */
  | { readonly kind: 'in-body' }
  /** A signature made with the project's shared secrets. */
  | { readonly kind: 'shared-secrets' }

/** The credentials that a request must contain. Source: interface, "Authentication". */
export type Credentials = PersonalCredentials | OtherCredentials

/** A status with which an endpoint refuses a request. */
export interface Refusal {
  readonly status: number
  /** The condition, as the end of the sentence "Refused when …". */
  readonly when: string
}

interface EndpointFields {
  /** The name of the endpoint in the interface. */
  readonly title: string
  /** The group of the endpoint in the documentation. */
  readonly subject: string
  readonly method: Method
  /** Relative to the base URL, with `{name}` for each of `params`. */
  readonly path: string
  /** The request may be refused with a challenge; see `challenge.ts`. */
  readonly challenged?: true
  /** One paragraph. */
  readonly description: string
  readonly params?: TObject
  /** The values arrive as text and are converted to numbers and booleans before validation. */
  readonly query?: TObject
  /** Names in lower case, without `Authorization`. */
  readonly headers?: TObject
  /** JSON. Values are not converted, and unknown fields are refused. */
  readonly body?: TObject
  /** The body is bytes: `application/octet-stream`. */
  readonly bytes?: true
  /** The answer of status 200. */
  readonly success: TSchema
  /** The refusals of this endpoint. `refusalsOf` adds those of every request. */
  readonly refusals?: readonly Refusal[]
  /** The body of every refusal. */
  readonly refusal: TSchema
}

interface OpenToSessions {
  readonly credentials: PersonalCredentials
  readonly leastRole: Role
  /** A person who still has a password or codes to set up may use the endpoint, too. */
  readonly duringSetUp?: true
  readonly byApiKeyAlone?: never
}

/** No session opens it: the console has an endpoint of its own, which also needs a proof. */
interface OpenToApiKeys {
  readonly credentials: Extract<PersonalCredentials, { readonly kind: 'api-key' }>
  readonly byApiKeyAlone: true
  readonly leastRole?: never
  readonly duringSetUp?: never
}

interface ClosedToSessions {
  readonly credentials: OtherCredentials
  readonly leastRole?: never
  readonly duringSetUp?: never
  readonly byApiKeyAlone?: never
}

/** One endpoint of the interface as data. Routes, documents and clients are derived from it. */
export type EndpointData = EndpointFields & (OpenToSessions | OpenToApiKeys | ClosedToSessions)

/** An endpoint with its ID. */
export type Endpoint = EndpointData & { readonly id: string }

type Part<E, Name extends string> =
  E extends Readonly<Record<Name, infer Schema extends TSchema>>
    ? Partial<Static<Schema>> extends Static<Schema>
      ? { readonly [N in Name]?: Static<Schema> }
      : { readonly [N in Name]: Static<Schema> }
    : { readonly [N in Name]?: never }

type Bytes<E> = E extends { readonly bytes: true }
  ? { readonly bytes: Uint8Array }
  : { readonly bytes?: never }

/** The parameters of a request, by part. A part may be omitted when all its fields are optional. */
export type ParametersOf<E extends EndpointData> =
  // Each endpoint of a union is mapped by itself: the compiler does not manage all combinations.
  E extends EndpointData
    ? Part<E, 'params'> & Part<E, 'query'> & Part<E, 'headers'> & Part<E, 'body'> & Bytes<E>
    : never

/** The answer of an endpoint that succeeded. */
export type SuccessOf<E extends EndpointData> = Static<E['success']>

/** Adds to each endpoint of a table its key as `id`. */
export function withIds<const Table extends Readonly<Record<string, EndpointData>>>(
  table: Table,
): { readonly [Id in keyof Table & string]: Table[Id] & { readonly id: Id } } {
  return Object.fromEntries(
    Object.entries(table).map(([id, endpoint]) => [id, { ...endpoint, id }]),
  ) as unknown as { readonly [Id in keyof Table & string]: Table[Id] & { readonly id: Id } }
}

/** The path with `:name` parameters, as Fastify expects it. */
export const routePath = ({ path }: Pick<EndpointData, 'path'>): string =>
  path.replaceAll(/\{(\w+)\}/g, ':$1')

/** The body may be omitted when it has no required field. */
export const isBodyRequired = ({ body }: Pick<EndpointData, 'body'>): boolean =>
  body !== undefined && ((body.required as readonly string[] | undefined)?.length ?? 0) > 0

/**
 * Compares the body of a 200 with the endpoint's schema. Unknown fields are accepted.
 * @returns the JSON pointer of the first invalid field and its problem, without any value of the
 * answer; undefined if the body is as documented
 */
export function problemOfAnswer({ success }: Endpoint, body: unknown): string | undefined {
  const error = Value.Errors(success, body)[0]
  return error && `${error.instancePath || '/'} ${error.message}`
}
