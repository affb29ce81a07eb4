/**
 * The latency of key checks while scripts are processed: the median of sequential checks during ten
 * large updates. Baseline: the same checks on the same service when it is idle. Requires at least
 * two cores.
 */
import { setTimeout } from 'node:timers/promises'
import type { ScriptProgress, ScriptUpdated } from '@latchkey/management'
import { startDemoService } from '../../packages/electron/src/development/demo-service.ts'
import { sendCheck } from '../../packages/service/src/testing/test-service.ts'
import type { Bench, Pair } from './harness.ts'

const RUNS = 5
const CHECKS = 100
const UPDATES = 10
/** Half a megabyte of source, which a worker processes for seconds. */
const LARGE = Array.from({ length: 10_000 }, (_, n) => `function f${n}(a) { return a + 'text ${n}' }`).join(
  '\n',
)

type Demo = Awaited<ReturnType<typeof startDemoService>>

async function request<Body>(demo: Demo, path: string, method: string, body?: object): Promise<Body> {
  const url = `${demo.url}/v3/projects/${demo.project}/scripts/${demo.script}${path}`
  const response = await fetch(url, {
    method,
    headers: { authorization: demo.apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}.`)
  return (await response.json()) as Body
}

/** Returns milliseconds. */
async function medianCheck(demo: Demo): Promise<number> {
  const taken: number[] = []
  for (let check = 0; check < CHECKS; check += 1) {
    const start = performance.now()
    const { body } = await sendCheck(demo.url, demo, { key: demo.keys['valid'] ?? '' })
    taken.push(performance.now() - start)
    if (body.code !== 'KEY_VALID') throw new Error(`A check was answered with ${body.code}.`)
  }
  return taken.toSorted((a, b) => a - b)[CHECKS / 2] ?? Number.NaN
}

const progress = async (demo: Demo, track: string): Promise<ScriptProgress> =>
  request(demo, `/progress/${track}`, 'GET')

async function onePair(): Promise<Pair> {
  const demo = await startDemoService()
  try {
    // The service processes the demo's own script first.
    while ((await fetch(`${demo.url}/v3/scripts/${demo.script}/loader.js`)).status !== 200)
      await setTimeout(100)
    await medianCheck(demo)
    const baseline = await medianCheck(demo)
    let last = ''
    for (let update = 0; update < UPDATES; update += 1) {
      const { track_progress } = await request<ScriptUpdated>(demo, '', 'PUT', {
        script: LARGE,
        use_reactor: true,
      })
      last = track_progress ?? ''
    }
    const measured = await medianCheck(demo)
    const { status } = await progress(demo, last)
    if (status !== 'processing') throw new Error('The updates ended before the checks did.')
    return { measured, baseline }
  } finally {
    await demo.close()
  }
}

export const rows: readonly Bench[] = [
  {
    name: 'key check during ten large script updates, median',
    baseline: 'the same on a quiet service',
    goal: '<= 2',
    unit: 'ms',
    async *run() {
      for (let run = 0; run < RUNS; run += 1) yield await onePair()
    },
  },
]
