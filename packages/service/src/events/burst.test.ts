import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { startServiceProcess } from '../testing/service-process.ts'
import { sendCheck } from '../testing/test-service.ts'

const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const EVENTS = 300_000
const PAGES = 100
const CHECKS_PER_SECOND = 200
const ROUNDS = 5

const START = 1_790_000_000

/** As many events as there are after some years, of ten people and a few kinds. */
const FILL = `
with recursive n (i) as (select 1 union all select i + 1 from n where i < ${EVENTS})
insert into events (project_id, at, kind, subject, subject_id, code, actor, address, fields, person,
  bulk, count)
  select (select id from projects limit 1), ${START} + i, iif(i % 9 = 0, 'refused', 'updated'), 'key',
    printf('%016x', i % 5000), '', 'person', '192.0.2.0/24', '["note"]',
    'person' || (i % 10) || '@example.org', '', 1
  from n`

/** Pages that a person without any right to write may request, at any depth. */
const pageOf = (n: number): string => {
  const cursor = `cursor=desc.${START + Math.floor((EVENTS * n) / PAGES)}.${EVENTS}`
  const pages = [
    cursor,
    `${cursor}&since=${START + 10}&kind=refused`,
    `${cursor}&by=person${n % 10}@example.org`,
    'kind=moved',
    'by=nobody@example.org&kind=updated',
    `since=${START + 5}&before=${START + 6}`,
    'from=10000',
  ]
  return `order=desc&${pages[n % pages.length]}`
}

const BURST = `
const { parentPort, workerData: { urls, headers } } = require('node:worker_threads')
const read = async (url) => {
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  return response.status
}
Promise.all(urls.map(read)).then((statuses) => parentPort.postMessage(statuses))`

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN

test.runIf(LONG)(
  `a burst of ${PAGES} pages of ${EVENTS} events leaves key checks quick`,
  {
    timeout: 300_000,
  },
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'latchkey-burst-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const path = join(dir, 'test.sqlite')
    const words = ['--database', `sqlite:${path}`, '--checks-per-minute', '0', '--requests-per-minute', '0']
    const { demo, stop } = await startServiceProcess([...words, '--log-level', 'silent'])
    const raw = new DatabaseSync(path, { timeout: 10_000 })
    raw.exec(FILL)
    raw.close()

    const check = async (): Promise<number> => {
      const began = performance.now()
      const { body } = await sendCheck(demo.url, demo, { key: demo.keys.valid, userAgent: demo.userAgent })
      expect(body.code).toBe('KEY_VALID')
      return performance.now() - began
    }
    /** Sends checks at a fixed rate until `work` is done. */
    const latenciesWhile = async (work: Promise<unknown>): Promise<readonly number[]> => {
      let isOver = false
      const ended = work.finally(() => {
        isOver = true
      })
      const sent: Promise<number>[] = []
      const began = performance.now()
      while (!isOver) {
        const due = ((performance.now() - began) / 1_000) * CHECKS_PER_SECOND
        while (sent.length < due) sent.push(check())
        await setTimeout(1)
      }
      await ended
      return Promise.all(sent)
    }
    const burst = async (): Promise<void> => {
      // The requests are sent by another thread, so that reading the answers does not delay the
      // checks of this one.
      const url = `${demo.url}/v3/projects/${demo.project}/events`
      const urls = Array.from({ length: PAGES }, (_, n) => `${url}?${pageOf(n)}`)
      const workerData = { urls, headers: { authorization: demo.apiKey } }
      const worker = new Worker(BURST, { eval: true, workerData })
      const [statuses] = await once(worker, 'message')
      expect(new Set(statuses)).toEqual(new Set([200]))
      await worker.terminate()
    }
    await latenciesWhile(setTimeout(3_000))
    const quiet = await latenciesWhile(setTimeout(3_000))
    const beside: number[] = []
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now()
      beside.push(...(await latenciesWhile(burst())))
      took.push(performance.now() - began)
    }
    const [p99, before, longest] = [percentile(beside, 0.99), percentile(quiet, 0.99), Math.max(...beside)]
    process.stdout.write(
      `p99 of key checks beside the burst ${p99.toFixed(1)} ms (without ${before.toFixed(1)}), ` +
        `longest ${longest.toFixed(0)} ms; a burst took ${percentile(took, 0.5).toFixed(0)} ms.\n`,
    )
    expect(p99).toBeLessThan(50)
    await stop('SIGTERM')
  },
)
