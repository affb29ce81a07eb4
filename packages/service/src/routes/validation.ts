import { Ajv } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'

const STRICT = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: false,
  // Names for readers of the OpenAPI document: the bounds stand in the schemas.
  formats: { int32: true, int64: true },
} as const

/**
 * SECURITY: a body is taken as it was sent, or refused; by default Fastify bends its types and drops its unknown
 * fields. Only what stands in an address is text by nature, and becomes a number or a boolean where the schema says so.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const strict = new Ajv(STRICT)
  const coercing = new Ajv({ ...STRICT, coerceTypes: true })
  return ({ schema, httpPart }) => {
    const isOfAddress = httpPart === 'querystring' || httpPart === 'params'
    return (isOfAddress ? coercing : strict).compile(schema)
  }
}
