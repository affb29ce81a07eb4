import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to connections, and to servers that ask for any: a busy machine
 * would give one of those away before the test uses it.
 */
const FROM = 15_000
const BELOW = 32_000

/** Returns a port of 127.0.0.1 that nothing used a moment ago. */
export async function freePort(): Promise<number> {
  const port = randomInt(FROM, BELOW)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
