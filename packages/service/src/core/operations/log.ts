import pino, { type DestinationStream, type Logger } from 'pino'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Finds the segment of a path in which two endpoints have the API key, possibly escaped. */
const AFTER_V3 = /^(\/+v3\/+[^/]+\/+)[^/]+/i

/**
 * Writes JSON lines on standard error. SECURITY: the query of a request may contain a key, its
 * headers device IDs and signatures, and its path an API key. So a request is logged with its
 * method and its path without IDs, and an error without its other properties (Node adds the raw
 * packet to some).
 */
export function createLog(level: LogLevel, destination: DestinationStream = standardError()): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        req: ({ method, url }: { method?: string; url?: string }) => ({ method, path: pathOf(url) }),
        res: ({ statusCode }: { statusCode?: number }) => ({ status: statusCode }),
        err: describeError,
      },
    },
    destination,
  )
}

const pathOf = (url: string | undefined): string | undefined =>
  url?.split('?', 1)[0]?.replace(AFTER_V3, '$1…')

/** Writes synchronously, so that the last lines before a crash are written. */
const standardError = (): DestinationStream => pino.destination({ dest: 2, sync: true })

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error ? error.code : undefined
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  return { type: error.name, code, message: error.message, stack: error.stack, cause }
}
