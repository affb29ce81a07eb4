import { once } from 'node:events'
import { connect } from 'node:net'

const VALID = Buffer.from('"KEY_VALID"')
const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('ontent-length: ')

export interface Connection {
  /** Sends a request and waits for its answer: whether the key is valid. One at a time. */
  exchange(request: string): Promise<boolean>
  close(): void
}

/** A kept HTTP connection, with as little work per request as possible. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let pending: Buffer | undefined
  let waiting: PromiseWithResolvers<boolean> | undefined
  socket.on('data', (chunk: Buffer) => {
    const data = pending === undefined ? chunk : Buffer.concat([pending, chunk])
    const headEnd = data.indexOf(HEAD_END)
    const at = data.indexOf(LENGTH)
    const length =
      at < 0 ? Number.NaN : Number.parseInt(data.toString('latin1', at + LENGTH.length, at + 22), 10)
    if (!(headEnd >= 0 && data.length >= headEnd + 4 + length)) {
      pending = data
      return
    }
    pending = undefined
    waiting?.resolve(data.indexOf(VALID, headEnd) > 0)
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('The server closed a connection.')))
  return {
    exchange(request) {
      waiting = Promise.withResolvers()
      socket.write(request, 'latin1')
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}
