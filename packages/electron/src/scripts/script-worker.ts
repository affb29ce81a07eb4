import { Worker } from 'node:worker_threads'
import type { StartIsolation } from './protected-scripts.ts'
import { withTimeout } from './with-timeout.ts'

const START_MS = 15_000
const CALL_MS = 10_000

type FromWorker =
  | { readonly kind: 'done'; readonly id: number; readonly value?: string; readonly error?: string }
  | { readonly kind: 'beat'; readonly id: number; readonly nonce: string }

/**
 * Runs a script in a worker thread with all Node APIs, for `powers: 'node'`.
 * SECURITY: a thread is not a sandbox. It keeps the app responsive and can be terminated.
 */
export const startScriptWorker: StartIsolation = async (script, beat) => {
  const { text, expiresAt } = script
  const worker = new Worker(BOOTSTRAP, { eval: true, workerData: { text, expiresAt }, env: {} })
  const waiting = new Map<number, PromiseWithResolvers<string>>()
  let count = 0
  let endReason: string | undefined

  const endAll = (reason: string): void => {
    endReason ??= reason
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  const close = (): void => {
    endAll('The script was closed.')
    void worker.terminate()
  }
  const request = (message: object, limitMs: number): Promise<string> => {
    if (endReason !== undefined) return Promise.reject(new Error(endReason))
    count += 1
    const answer = Promise.withResolvers<string>()
    waiting.set(count, answer)
    worker.postMessage({ ...message, id: count })
    return withTimeout(limitMs, answer.promise, close)
  }

  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'beat') {
      const answer = (value: unknown) => worker.postMessage({ kind: 'beat', id: message.id, answer: value })
      void beat(message.nonce).then(answer, () => answer(null))
      return
    }
    const answer = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) answer?.resolve(message.value ?? 'null')
    else answer?.reject(new Error(message.error))
  })
  worker.on('error', (error) => endAll(error instanceof Error ? error.message : 'The script failed.'))
  worker.on('exit', () => endAll('The script has ended.'))

  try {
    await request({ kind: 'start' }, START_MS)
  } catch (error) {
    close()
    throw error
  }
  return { call: (name, parameters) => request({ kind: 'call', name, parameters }, CALL_MS), close }
}

const BOOTSTRAP = `
const { parentPort, workerData } = require('node:worker_threads')
const module_ = { exports: {} }
const beats = new Map()
let count = 0
const latchkey = {
  expiresAt: workerData.expiresAt,
  beat: (nonce) => new Promise((resolve, reject) => {
    count += 1
    beats.set(count, { resolve, reject })
    parentPort.postMessage({ kind: 'beat', id: count, nonce })
  }),
}
const start = () => {
  new Function('module', 'exports', 'require', 'latchkey', workerData.text)
    .call(module_.exports, module_, module_.exports, require, latchkey)
}
const call = ({ name, parameters }) => module_.exports[name](...JSON.parse(parameters))
parentPort.on('message', async (message) => {
  if (message.kind === 'beat') {
    const beat = beats.get(message.id)
    beats.delete(message.id)
    if (message.answer === null) beat?.reject(new Error('No answer.'))
    else beat?.resolve(message.answer)
    return
  }
  try {
    const value = JSON.stringify((await (message.kind === 'start' ? start() : call(message))) ?? null)
    parentPort.postMessage({ kind: 'done', id: message.id, value })
  } catch (error) {
    parentPort.postMessage({ kind: 'done', id: message.id, error: String(error?.message ?? error) })
  }
})
`
