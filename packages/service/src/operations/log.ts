import pino, { type DestinationStream, type Logger } from 'pino'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Two endpoints have the API key in their path, possibly escaped. */
const AFTER_V3 = /^(\/+v3\/+[^/]+\/+)[^/]+/i

interface Logged {
  readonly method?: string
  readonly url?: string
}

/**
 * JSON lines on standard error. SECURITY: keys travel in the query and device IDs and signatures in
 * the headers of a request, so a request is logged as its method and path alone, without the ID or
 * the API key that the path of a management request has, and an error without what hangs on it
 * (Node puts the raw packet on some).
 */
export function createLog(level: LogLevel, destination: DestinationStream = standardError()): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        req: ({ method, url }: Logged) => ({ method, path: pathOf(url) }),
        res: ({ statusCode }: { statusCode?: number }) => ({ status: statusCode }),
        err: describeError,
      },
    },
    destination,
  )
}

const pathOf = (url: string | undefined): string | undefined =>
  url?.split('?', 1)[0]?.replace(AFTER_V3, '$1…')

/** Synchronous, so that the last lines before a crash are written. */
const standardError = (): DestinationStream => pino.destination({ dest: 2, sync: true })

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error ? error.code : undefined
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  return { type: error.name, code, message: error.message, stack: error.stack, cause }
}
