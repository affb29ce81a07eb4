import { Worker } from 'node:worker_threads'

export interface Run {
  /** The lines that the program printed, and how it ended. */
  readonly lines: readonly string[]
  /** The lines that the protection printed. */
  readonly notices: readonly string[]
}

/**
 * Runs a program in a thread, whose built-ins it may change: the source itself, or the file of the
 * loader, which fetches the script from a service.
 */
export async function runProgram(
  program: { readonly source: string } | { readonly loader: string; readonly beats: number },
): Promise<Run> {
  const worker = new Worker(RUNNER, { eval: true, workerData: program })
  const lines: string[] = []
  const notices: string[] = []
  worker.on('message', ({ line, notice }: { line?: string; notice?: string }) => {
    if (line !== undefined) lines.push(line)
    if (notice !== undefined) notices.push(notice)
  })
  const ended = Promise.withResolvers<void>()
  worker.on('error', (error) => lines.push(`uncaught ${error.name}: ${error.message}`))
  worker.on('exit', () => ended.resolve())
  await ended.promise
  return { lines, notices }
}

const MOST_LOOKS = 2_500

/** The script of the thread. It captures what it needs, because the program may replace it. */
const RUNNER = `
const { parentPort, workerData: { source, loader, beats = 0 } } = require('node:worker_threads')
const { fetch, setTimeout: wait, String: text, Promise: NativePromise } = globalThis
const say = parentPort.postMessage.bind(parentPort)
globalThis.print = (...words) => {
  let line = ''
  for (let at = 0; at < words.length; at += 1) line += (at > 0 ? ' ' : '') + text(words[at])
  say({ line })
}
console.warn = (notice) => say({ notice })
let answered = 0
globalThis.fetch = async (url, options) => {
  // The test has seen enough. A heartbeat that is never answered keeps nothing alive.
  if (url.endsWith('/heartbeat') && answered === beats) await new NativePromise(() => {})
  const response = await fetch(url, options)
  if (url.endsWith('/heartbeat')) answered += 1
  return response
}
const failed = (error) => print('threw', error?.name, error?.message ?? error)
const finish = async (exports) => {
  for (let looks = 0; answered < beats; looks += 1) {
    // After some seconds, the guard has stopped and sends no more heartbeats.
    if (looks === ${MOST_LOOKS}) {
      print('heartbeats have ended')
      process.exit()
    }
    await new NativePromise((resolve) => wait(resolve, 2))
  }
  if (typeof exports?.later === 'function') print('later', await exports.later())
}
if (source !== undefined) {
  const module = { exports: {} }
  const run = new Function('module', 'exports', 'require', source.replace(/^#!/, '//'))
  // This runs in a later turn of the event loop, as in the loader.
  setImmediate(async () => {
    try {
      await null
      run.call(module.exports, module, module.exports, require)
      await finish(module.exports)
    } catch (error) {
      failed(error)
    }
  })
} else {
  const module = { exports: {} }
  const main = { require: Object.assign((id) => require(id), { main: undefined }), module }
  new Function('module', 'require', loader)(main.module, main.require)
  module.exports.catch(() => {})
  module.exports.then(finish).catch(failed)
}
`
