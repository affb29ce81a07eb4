import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type SlowLink = Awaited<ReturnType<typeof openSlowLink>>

/**
 * Simulates a distant service: data arrives half a round trip later in both directions, and a new
 * connection transfers data only after one round trip, as with a TCP handshake.
 */
export async function openSlowLink(roundTripMs: number) {
  const sockets = new Set<Socket>()
  let target = 0
  const server = createServer({ noDelay: true }, (near) => {
    if (link.isDown) {
      near.destroy()
      return
    }
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true })
    const readyAt = performance.now() + roundTripMs
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => socket.destroy())
    }
    forward(near, far, readyAt)
    forward(far, near, readyAt)
  })

  /** Forwards data and the end of the connection in order, each with the delay. */
  function forward(from: Socket, to: Socket, readyAt: number): void {
    let last: Promise<unknown> = Promise.resolve()
    const later = (act: () => unknown): void => {
      const dueAt = Math.max(performance.now(), readyAt) + roundTripMs / 2
      last = last.then(() => delay(Math.max(0, dueAt - performance.now()))).then(act)
    }
    from.on('data', (piece) => later(() => to.write(piece)))
    from.on('close', () => later(() => to.destroySoon()))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const link = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    /** Sets the service to which new connections are forwarded. */
    forwardTo(serviceUrl: string): void {
      target = Number(new URL(serviceUrl).port)
    },
    /** If true, every new connection is closed immediately. */
    isDown: false,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return link
}
