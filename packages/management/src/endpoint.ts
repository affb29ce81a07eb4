import type { Static, TObject, TSchema } from 'typebox'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const SUBJECTS = [
  'Account',
  'Users',
  'Scripts',
  'Loader',
  'Service',
  'Key check',
  'Plant store',
] as const
export type Subject = (typeof SUBJECTS)[number]

/** What a request must carry. Source: interface, "Authentication". */
export type Credentials =
  | { readonly kind: 'none' }
  /** The account's API key in `Authorization`, without a scheme word. */
  | {
      readonly kind: 'api-key'
      /** The status when there is no API key, and when it is one that nobody has. */
      readonly missing: 400 | 403
      readonly wrong: 400 | 403
    }
  /** The plant store's own token: `Authorization: Bearer TOKEN`. */
  | { readonly kind: 'plant-token' }
  /** What entitles stands in the body: a license key, or a session. */
  | { readonly kind: 'in-body' }
  /** A signature made with the project's shared secrets. */
  | { readonly kind: 'shared-secrets' }

export interface Refusal {
  readonly status: number
  /** The condition, as the end of "refused when …". */
  readonly when: string
}

/** One endpoint of the interface as data: routes, documents and clients are made from it. */
export interface EndpointData {
  /** The interface's name for it. */
  readonly title: string
  readonly subject: Subject
  readonly method: Method
  /** Below the base URL, with `{name}` for each of `params`. */
  readonly path: string
  readonly credentials: Credentials
  /** It may be refused with a challenge; see `challenge.ts`. */
  readonly challenged?: true
  /** One paragraph. */
  readonly description: string
  readonly params?: TObject
  /** Its values arrive as text and are turned into numbers and booleans first. */
  readonly query?: TObject
  /** Lower-case names, `Authorization` left out. */
  readonly headers?: TObject
  /** JSON, taken as it is: nothing is coerced and nothing unknown is let through. */
  readonly body?: TObject
  /** The answer of status 200. */
  readonly success: TSchema
  readonly refusals: readonly Refusal[]
  /** The body of every refusal. */
  readonly refusal: TSchema
}

export type Endpoint = EndpointData & { readonly id: string }

type Part<E, Name extends string> =
  E extends Readonly<Record<Name, infer Schema extends TSchema>>
    ? Partial<Static<Schema>> extends Static<Schema>
      ? { readonly [N in Name]?: Static<Schema> }
      : { readonly [N in Name]: Static<Schema> }
    : { readonly [N in Name]?: never }

/** What a request to an endpoint says, part by part. A part in which everything is optional may be left out. */
export type ParametersOf<E extends EndpointData> = Part<E, 'params'> &
  Part<E, 'query'> &
  Part<E, 'headers'> &
  Part<E, 'body'>

export type SuccessOf<E extends EndpointData> = Static<E['success']>

/** Gives each endpoint of a table its key as its `id`. */
export function withIds<const Table extends Readonly<Record<string, EndpointData>>>(
  table: Table,
): { readonly [Id in keyof Table & string]: Table[Id] & { readonly id: Id } } {
  return Object.fromEntries(
    Object.entries(table).map(([id, endpoint]) => [id, { ...endpoint, id }]),
  ) as unknown as { readonly [Id in keyof Table & string]: Table[Id] & { readonly id: Id } }
}

/** The path as routers with `:name` parameters write it. */
export const routePath = ({ path }: Pick<EndpointData, 'path'>): string =>
  path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Whether a text can be a parameter of a path. */
export const isPathWord = (text: string): boolean => text !== '' && text !== '.' && text !== '..'

type Values = Readonly<Record<string, unknown>>

/**
 * The path and query of a request, below the base URL. A query value that is undefined is left out.
 * Throws when a parameter of the path is missing, which the types prevent, or cannot stand in a path: a URL takes
 * `.` and `..` for steps to another endpoint, however they are written.
 */
export function requestPath(
  { path }: Pick<EndpointData, 'path'>,
  { params = {}, query = {} }: { readonly params?: Values | undefined; readonly query?: Values | undefined },
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '')
    if (!isPathWord(value)) throw new Error(`The path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? filled : `${filled}?${search}`
}

/** A body may be missing altogether when nothing in it is required. */
export const isBodyRequired = ({ body }: Pick<EndpointData, 'body'>): boolean =>
  body !== undefined && ((body.required as readonly string[] | undefined)?.length ?? 0) > 0
