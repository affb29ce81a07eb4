import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface Listening {
  readonly port: number
  /** Ends every open connection. */
  hangUp(): void
  /** Ends every connection, then the server. */
  close(): Promise<void>
}

/** Opens a server of any kind on a free port of this machine. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
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

/** A port of this machine on which nobody listens. */
export async function refusedPort(): Promise<number> {
  const { port, close } = await listen(createServer())
  await close()
  return port
}
