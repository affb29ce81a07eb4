/**
 * Load generator: signs requests with unique nonces, then sends them sequentially over each
 * connection and counts the answers.
 * Usage: node load.ts JSON, where JSON is `LoadOptions`. Prints the answers per second. Fails if a
 * check was refused, or if all presigned requests were sent before the end.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { openConnection } from './connection.ts'
import type { LoadOptions } from './processes.ts'
import { signRequests } from './sign-requests.ts'

const options = JSON.parse(process.argv[2] ?? '') as LoadOptions
const { url, connections, warmUpMs, measureMs, maxPerSecond } = options

const requests = signRequests(options, url, Math.ceil((maxPerSecond * (warmUpMs + measureMs)) / 1_000))
let next = 0
let answered = 0
let refused = 0
let over = false

/** Sends requests over one connection until none are left or the time is over. */
async function sendRequests(): Promise<void> {
  const connection = await openConnection(url)
  while (!over) {
    const request = requests[next]
    if (request === undefined) break
    next += 1
    if (!(await connection.exchange(request))) refused += 1
    answered += 1
  }
  connection.close()
}

const done = Promise.all(Array.from({ length: connections }, sendRequests))
await delay(warmUpMs)
const [answeredBefore, startedAt] = [answered, performance.now()]
await Promise.race([delay(measureMs), done])
const rate = (1_000 * (answered - answeredBefore)) / (performance.now() - startedAt)
if (next >= requests.length) throw new Error('There were not enough requests.')
over = true
await done
if (refused > 0) throw new Error(`${refused} checks were refused.`)
process.stdout.write(String(rate))
