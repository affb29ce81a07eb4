import type { RefusalCode } from '@latchkey/protocol'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../http-error.ts'
import { StorageUnavailable } from '../storage/storage.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who reads the errors of this route: the user of an app that checks a key, or a management client. */
    readonly audience?: 'app-user'
  }
}

const TRY_AGAIN_SECONDS = 5

/** The one place that turns an error into an answer. 4xx say what is wrong; 5xx tell nothing of the inside. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    send(request, reply, answerTo(error, request))
  })
  app.setNotFoundHandler((request, reply) => {
    send(request, reply, new HttpError(404, 'There is nothing at this address. Check the address.'))
  })
}

function answerTo(error: FastifyError | Error, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof StorageUnavailable) {
    request.log.error({ err: error }, 'the storage is unavailable')
    return new HttpError(
      503,
      'The license service cannot answer right now. Try again in a moment.',
      TRY_AGAIN_SECONDS,
    )
  }
  if ('validation' in error && error.validation !== undefined) {
    return new HttpError(400, `The request is malformed: ${error.message}.`)
  }
  if ('statusCode' in error && error.statusCode !== undefined && error.statusCode < 500) {
    return new HttpError(error.statusCode, `The request was refused: ${error.message}.`)
  }
  request.log.error({ err: error, req: request.raw }, 'a request failed')
  return new HttpError(
    500,
    `Something went wrong in the license service. Try again later; if it keeps happening, tell support this number: ${request.id}`,
  )
}

function send(request: FastifyRequest, reply: FastifyReply, error: HttpError): void {
  if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds)
  void reply.code(error.statusCode).send(bodyOf(error, request.routeOptions.config.audience))
}

function bodyOf({ statusCode, message }: HttpError, audience: 'app-user' | undefined): unknown {
  if (audience !== 'app-user') return { success: false, message }
  const code: RefusalCode = statusCode === 429 ? 'RATE_LIMITED' : 'UNKNOWN_ERROR'
  return { code, message }
}
