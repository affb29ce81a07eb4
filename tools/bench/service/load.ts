/**
 * Load generator: signs requests with unique nonces, then sends them sequentially over each
 * connection and counts the answers.
 * Usage: node load.ts JSON, where JSON is `LoadOptions`. Prints `LoadResult` as JSON.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { openConnection } from './connection.ts'
import type { LoadOptions, LoadResult } from './processes.ts'
import { signRequests } from './sign-requests.ts'

const options = JSON.parse(process.argv[2] ?? '') as LoadOptions
const { url, connections, warmUpMs, measureMs, maxPerSecond } = options

const requests = signRequests(options, url, Math.ceil((maxPerSecond * (warmUpMs + measureMs)) / 1_000))
let next = 0
let answered = 0
let valid = 0
let over = false

/** Sends requests over one connection until none are left or the time is over. */
async function sendRequests(): Promise<void> {
  const connection = await openConnection(url)
  while (!over) {
    const request = requests[next]
    if (request === undefined) break
    next += 1
    if (await connection.exchange(request)) valid += 1
    answered += 1
  }
  connection.close()
}

const done = Promise.all(Array.from({ length: connections }, sendRequests))
await delay(warmUpMs)
const [answeredBefore, validBefore, startedAt] = [answered, valid, performance.now()]
await Promise.race([delay(measureMs), done])
const result: LoadResult = {
  answered: answered - answeredBefore,
  valid: valid - validBefore,
  seconds: (performance.now() - startedAt) / 1_000,
  ranOut: next >= requests.length,
}
over = true
await done
process.stdout.write(JSON.stringify(result))
