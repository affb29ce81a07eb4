import type { Readable, Writable } from 'node:stream'

/** What a web server may send and take, for one check or one download. */
export interface RequestLimits {
  /** The sum of all answers. */
  readonly maxBytes: number
  readonly limitMs: number
}

/** A request that has received nothing for this time has stalled. */
const STALL_LIMIT_MS = 60_000

interface Request {
  abort(): void
  emit(name: 'error', error: Error): boolean
}
type Response = Readable & { readonly headers: Readonly<Record<string, string | string[] | undefined>> }
type CreateRequest = (options: unknown, onResponse: (response: Response) => void) => Request

/**
 * Limits the requests of electron-updater, which has no limits of its own: it would collect a feed
 * without an end in memory, write an installer without an end to the disk, follow redirects for ever,
 * and wait for a server that sends nothing. Outside of the returned function there are no requests.
 * @throws Error if electron-updater has another structure
 */
export function limitRequests(
  updater: object,
): <T>(limits: RequestLimits, work: () => Promise<T>) => Promise<T> {
  const { httpExecutor } = updater as { readonly httpExecutor?: { createRequest?: CreateRequest } }
  const createRequest = httpExecutor?.createRequest?.bind(httpExecutor)
  if (httpExecutor === undefined || createRequest === undefined) {
    throw new Error('electron-updater does not create its requests as expected')
  }
  let create: CreateRequest | undefined
  httpExecutor.createRequest = (options, onResponse) => {
    if (create === undefined) throw new Error('no request is allowed now')
    return create(options, onResponse)
  }

  return async (limits, work) => {
    const { promise: exceeded, reject } = Promise.withResolvers<never>()
    const ends = new Set<(error: Error) => void>()
    let bytes = 0
    let isOver = false
    let stall: NodeJS.Timeout | undefined
    const total = setTimeout(() => end('takes too long'), limits.limitMs)

    function stop(): void {
      isOver = true
      create = undefined
      clearTimeout(total)
      clearTimeout(stall)
    }
    function end(problem: string): void {
      if (isOver) return
      stop()
      const error = new Error(`the server of the feed ${problem}`)
      for (const endRequest of ends) endRequest(error)
      reject(error)
    }
    function awaitData(): void {
      clearTimeout(stall)
      if (!isOver) stall = setTimeout(() => end('has stalled'), STALL_LIMIT_MS)
    }
    function receive(count: number): void {
      bytes += count
      if (bytes > limits.maxBytes) end('sends more than is allowed')
      else awaitData()
    }

    create = (options, onResponse) => {
      awaitData()
      const request = createRequest(options, (response) => {
        const length = Number([response.headers['content-length']].flat().at(-1) ?? 0)
        if (bytes + length > limits.maxBytes) {
          end('announces more than is allowed')
          return
        }
        // The file would stay open, and keep its space on the disk.
        const targets: Writable[] = []
        const pipe = response.pipe.bind(response)
        response.pipe = (target, ...rest) => {
          targets.push(target as unknown as Writable)
          return pipe(target, ...rest)
        }
        ends.add((error) => {
          for (const target of targets) target.destroy(error)
        })
        response.on('data', (chunk: Buffer | string) => receive(chunk.length))
        // What follows, such as a check of a signature, may take longer.
        response.on('end', () => clearTimeout(stall))
        onResponse(response)
      })
      ends.add((error) => {
        request.abort()
        request.emit('error', error)
      })
      return request
    }
    try {
      return await Promise.race([work(), exceeded])
    } finally {
      if (!isOver) stop()
    }
  }
}
