/**
 * Load generator: signs requests with unique nonces, then sends them sequentially over each
 * connection and counts the answers.
 * Usage: node load.ts JSON, where JSON is `LoadOptions`. Prints `LoadResult` as JSON.
 */
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { createNonce, fingerprintHeader, KEY_CHECK_PATH, signRequest } from '@latchkey/protocol'
import { deviceOf, keyOf } from './keys.ts'
import type { LoadOptions, LoadResult } from './processes.ts'

const options = JSON.parse(process.argv[2] ?? '') as LoadOptions
const { url, app, keys, connections, warmUpMs, measureMs, maxPerSecond } = options
const { host, hostname, port } = new URL(url)

const requests = signAll(Math.ceil((maxPerSecond * (warmUpMs + measureMs)) / 1_000))
let next = 0
let answered = 0
let valid = 0
const VALID = Buffer.from('"KEY_VALID"')
const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('ontent-length: ')

function signAll(count: number): string[] {
  const time = String(Math.floor(Date.now() / 1_000))
  const fixed = [
    `Host: ${host}`,
    'Connection: keep-alive',
    'Content-Type: application/json',
    `User-Agent: ${app.userAgent}`,
    `clienttime: ${time}`,
  ].join('\r\n')
  const fingerprint = fingerprintHeader(app.executor)
  return Array.from({ length: count }, () => {
    const n = Math.floor(Math.random() * keys)
    const [key, deviceId] = [keyOf(n), deviceOf(n)]
    const nonce = createNonce()
    const signature = signRequest({ nonce, key, time, deviceId }, app.secrets)
    return `GET /${KEY_CHECK_PATH}?by=${app.appName}&key=${key} HTTP/1.1\r\n${fixed}\r\nclienthwid: ${deviceId}\r\n${fingerprint}: ${deviceId}\r\nclientnonce: ${nonce}\r\nexternalsignature: ${signature}\r\n\r\n`
  })
}

/** Sends requests over one connection until none are left or the time is over. */
function sendRequests(isOver: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let pending: Buffer | undefined
    const send = (): void => {
      const request = requests[next]
      if (request === undefined || isOver()) {
        socket.destroy()
        resolve()
        return
      }
      next += 1
      socket.write(request, 'latin1')
    }
    socket.on('connect', send)
    socket.on('data', (chunk: Buffer) => {
      const data = pending === undefined ? chunk : Buffer.concat([pending, chunk])
      const headEnd = data.indexOf(HEAD_END)
      const at = data.indexOf(LENGTH)
      const length =
        at < 0 ? Number.NaN : Number.parseInt(data.toString('latin1', at + LENGTH.length, at + 22), 10)
      if (headEnd < 0 || data.length < headEnd + 4 + length) {
        pending = data
        return
      }
      pending = undefined
      answered += 1
      if (data.indexOf(VALID, headEnd) > 0) valid += 1
      send()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

let over = false
const done = Promise.all(Array.from({ length: connections }, () => sendRequests(() => over)))
await setTimeout(warmUpMs)
const [answeredBefore, validBefore, startedAt] = [answered, valid, performance.now()]
await Promise.race([setTimeout(measureMs), done])
const result: LoadResult = {
  answered: answered - answeredBefore,
  valid: valid - validBefore,
  seconds: (performance.now() - startedAt) / 1_000,
  ranOut: next >= requests.length,
}
over = true
await done
process.stdout.write(JSON.stringify(result))
