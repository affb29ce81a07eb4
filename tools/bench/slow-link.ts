import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface SlowLink {
  readonly url: string
  /** Leads to that service from now on. */
  leadTo(serviceUrl: string): void
  /** While it is down, every connection ends at once. */
  isDown: boolean
  close(): Promise<void>
}

/**
 * A long way to a service on this machine: what is sent arrives half a round trip later, in both directions, and a
 * new connection carries nothing before its handshake has been there and back, as with TCP over a real distance.
 */
export async function openSlowLink(roundTripMs: number): Promise<SlowLink> {
  const sockets = new Set<Socket>()
  let target = 0
  const server = createServer({ noDelay: true }, (near) => {
    if (link.isDown) {
      near.destroy()
      return
    }
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true })
    const standsAt = performance.now() + roundTripMs
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => socket.destroy())
    }
    carry(near, far, standsAt)
    carry(far, near, standsAt)
  })

  /** In order, each piece when it is due, and the end behind the last of them. */
  function carry(from: Socket, to: Socket, standsAt: number): void {
    let last: Promise<unknown> = Promise.resolve()
    const later = (act: () => unknown): void => {
      const dueAt = Math.max(performance.now(), standsAt) + roundTripMs / 2
      last = last.then(() => delay(Math.max(0, dueAt - performance.now()))).then(act)
    }
    from.on('data', (piece) => later(() => to.write(piece)))
    from.on('close', () => later(() => to.destroySoon()))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const link: SlowLink = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    leadTo(serviceUrl) {
      target = Number(new URL(serviceUrl).port)
    },
    isDown: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return link
}
