import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'

/** Files for the database, the log, worker threads and connections to other services. */
const FILES_FOR_THE_REST = 128
const WARN_EVERY_MS = 60_000

export interface Connections {
  /** Counts the connections of this server as well. */
  watch(server: Server): void
  /** Closes connections that wait for their client, even if it has never sent a request. */
  closeWaiting(): void
}

/**
 * Limits the open connections of all servers of the process together. Otherwise idle connections
 * use up the files that the process may open, and the system then closes every new connection.
 * Above the limit, the connection that has waited longest for its client is closed: one that sends
 * nothing, sends its request slowly, or does not read its answer. A connection whose request is
 * being processed stays. If all connections are of this kind, the new one is closed.
 */
export function boundConnections(most: number, log: Pick<FastifyBaseLogger, 'warn'>): Connections {
  /** The connections in the order of their last request, or of their arrival if there was none. */
  const connections = new Set<Socket>()
  /**
   * The responses of requests that are not answered yet, by their socket. They are not the values
   * of a map in the place of `connections`: that map would change at every request, and V8 would
   * then keep answered responses in memory until the next full garbage collection.
   */
  const responses = new WeakMap<Socket, ServerResponse>()
  let warnedAt = Number.NEGATIVE_INFINITY

  const connected = (socket: Socket): void => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    if (connections.size <= most) return
    const closed = longestWaiting() ?? socket
    connections.delete(closed)
    closed.destroy()
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    log.warn({ most }, 'too many connections: the one that was idle for longest is closed')
  }

  const requested = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    // The connection may have been closed while its request was parsed.
    if (connections.delete(socket)) connections.add(socket)
    responses.set(socket, response)
    response.once('close', forget)
  }

  /**
   * Removes the response. Otherwise each idle connection would keep its last request and answer in
   * memory.
   */
  function forget(this: ServerResponse): void {
    const { socket } = this.req
    // The next request may have arrived before this answer was sent.
    if (responses.get(socket) === this) responses.delete(socket)
  }

  const isClientsTurn = (socket: Socket): boolean => isWaiting(responses.get(socket))
  const longestWaiting = (): Socket | undefined => {
    for (const socket of connections) if (isClientsTurn(socket)) return socket
    return undefined
  }
  return {
    watch(server) {
      server.on('connection', connected)
      server.prependListener('request', requested)
    },
    closeWaiting() {
      for (const socket of connections) if (isClientsTurn(socket)) socket.destroy()
    },
  }
}

/**
 * Whether the service waits for the client: for a whole request, or until it has read the answer.
 */
const isWaiting = (response: ServerResponse | undefined): boolean =>
  response === undefined || !response.req.complete || response.writableEnded

/**
 * The wanted number of connections, or fewer if the process could otherwise not open its other
 * files.
 */
export function mostConnections(wanted: number, openFiles: number | undefined): number {
  if (openFiles === undefined) return wanted
  return Math.min(wanted, Math.max(openFiles - FILES_FOR_THE_REST, Math.floor(openFiles / 2), 1))
}

let openFiles: { readonly most: number | undefined } | undefined

/** The limit of open files of this process. Undefined if there is none, as on Windows. */
export function openFilesLimit(): number | undefined {
  openFiles ??= { most: readOpenFilesLimit() }
  return openFiles.most
}

function readOpenFilesLimit(): number | undefined {
  // Otherwise the report waits for the names of all connected addresses. The option is missing in
  // Node's types.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } }
  }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}
