import { CONTENT_DIGEST_HEADER, contentDigest } from '@latchkey/protocol'
import { Ajv, type ValidateFunction } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import type {
  FastifyInstance,
  FastifySchemaCompiler,
  FastifySchemaValidationError,
  FastifySerializerCompiler,
} from 'fastify'
import type { FastifyValidationResult } from 'fastify/types/schema.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The digest of the body, if the request has one. */
    bodyDigest: string | undefined
  }
}

const STRICT = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: false,
  // These formats are only for generated clients: the schemas have minimum and maximum.
  formats: { int32: true, int64: true },
} as const

// All apps of the process share these, because they cache compiled schemas.
const strict = new Ajv(STRICT)
const coercing = new Ajv({ ...STRICT, coerceTypes: true })

/**
 * Compiles a schema at its first use, because most endpoints are not used for hours after a start.
 * SECURITY: bodies are validated as sent. Fastify would convert types, and drop unknown fields.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const isOfAddress = httpPart === 'querystring' || httpPart === 'params'
  let compiled: ValidateFunction | undefined
  const validate: FastifyValidationResult = (data) => {
    compiled ??= (isOfAddress ? coercing : strict).compile(schema)
    const isValid = compiled(data)
    validate.errors = compiled.errors ?? null
    return isValid
  }
  return validate
}

const serializers = new WeakMap<object, (answer: unknown) => string>()

/** Compiles the schemas of answers, which get only the fields of their schema. */
export const compileSerializer: FastifySerializerCompiler<object> =
  ({ schema }) =>
  (answer) => {
    const known = serializers.get(schema)
    const serialize = known ?? fastJsonStringify(schema)
    if (known === undefined) serializers.set(schema, serialize)
    return serialize(answer)
  }

const PARTS: Readonly<Record<string, string>> = {
  body: 'the body',
  querystring: 'the query',
  params: 'the path',
  headers: 'the headers',
}
/** The most characters of an unknown field's name that a message repeats. */
const LONGEST_NAME = 60

/** Names the field and its rule. SECURITY: it never repeats the value, which may be a key. */
export function describeMismatch(errors: readonly FastifySchemaValidationError[], part: string): Error {
  const where = PARTS[part] ?? part
  const [error] = errors
  if (error === undefined) return new Error(`${capital(where)} is not as documented`)
  const { keyword, params, instancePath } = error
  const field = instancePath.slice(1)
  if (keyword === 'required') return new Error(`${params['missingProperty']} is missing in ${where}`)
  if (keyword === 'additionalProperties') {
    const name = JSON.stringify(String(params['additionalProperty']).slice(0, LONGEST_NAME))
    return new Error(`${capital(where)} has a field that is not known: ${name}`)
  }
  return new Error(
    field === '' ? `${capital(where)} ${error.message}` : `${field} in ${where} ${error.message}`,
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Accepts only JSON, and bytes where an endpoint has them. An empty body counts as no body. */
export function registerJsonBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyDigest', undefined)
  app.removeAllContentTypeParsers()
  // The handler reads the bytes as they arrive.
  app.addContentTypeParser('application/octet-stream', (request, content, done) =>
    request.routeOptions.config.endpoint?.bytes
      ? done(null, content)
      : done(Object.assign(new Error('Send the body as application/json.'), { statusCode: 415 }), undefined),
  )
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (request.headers[CONTENT_DIGEST_HEADER] !== undefined) request.bodyDigest = contentDigest(text)
    if (text === '') {
      done(null, undefined)
      return
    }
    void parse(request, text, (error, body) => {
      // SECURITY: the message of the parser would repeat what was sent.
      done(
        error && Object.assign(new Error('The body is not JSON that can be read.'), { statusCode: 400 }),
        body,
      )
    })
  })
}
