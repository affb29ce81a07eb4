import { randomInt } from 'node:crypto'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface Listening {
  readonly port: number
  /** Ends every open connection. */
  hangUp(): void
  /** Ends every connection, then the server. */
  close(): Promise<void>
}

/** Opens a server of any kind on a port of this machine. 0: any free port. */
export async function listen(server: Server, wanted = 0): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wanted, '127.0.0.1', resolve)
  })
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    hangUp,
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        hangUp()
      }),
  }
}

/**
 * A port of this machine on which nobody listens. It is below those that the system gives to servers
 * that ask for any, of which a busy machine has some at every moment.
 */
export async function refusedPort(): Promise<number> {
  const port = randomInt(15_000, 32_000)
  try {
    const { close } = await listen(createServer(), port)
    await close()
    return port
  } catch {
    return refusedPort()
  }
}
