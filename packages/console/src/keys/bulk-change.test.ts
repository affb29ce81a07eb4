import type { KeysChanged } from '@latchkey/management'
import { expect, test } from 'vitest'
import type { Outcome } from '../api/outcome.ts'
import { runSteps } from '../api/use-run.ts'
import { type BulkProgress, changeOfKeys, changeOfMatching, type Step, sendNextOf } from './bulk-change.ts'

const keys = Array.from({ length: 1_200 }, (_, n) => `key ${n}`)

const answer = (changed: number, more: Partial<KeysChanged> = {}): Outcome<KeysChanged> => ({
  kind: 'done',
  answer: { success: true, message: '', changed, unchanged: [], next_cursor: '', ...more },
})

/** Runs a change against prepared answers, and notes what was sent. */
async function run(start: BulkProgress, answers: readonly Outcome<KeysChanged>[], isRepeated = false) {
  const sent: Step[] = []
  let progress = start
  const sendNext = sendNextOf({
    send: async (step) => answers[sent.push(step) - 1] ?? { kind: 'lost' },
    isDeletion: true,
  })
  const interruption = await runSteps(start, {
    sendNext: (reached) => sendNext(reached, isRepeated, new AbortController().signal),
    onProgress: (next) => {
      progress = next
    },
    signal: new AbortController().signal,
  })
  return { sent, progress, interruption }
}

const missing = (user_key: string) => ({ user_key, code: 'NO_SUCH_KEY', message: 'There is no such key.' })

test('changes thousands in steps, and collects those that were not changed', async () => {
  const { sent, progress, interruption } = await run(changeOfKeys(keys), [
    answer(499, { unchanged: [missing('key 7')] }),
    answer(500),
    answer(200),
  ])
  expect(sent.map((step) => step.kind === 'keys' && step.keys.length)).toEqual([500, 500, 200])
  expect(progress).toEqual({ total: 1_200, changed: 1_199, unchanged: [missing('key 7')], left: [] })
  expect(interruption).toBeUndefined()
})

test('continues after a lost connection with the request whose answer was lost', async () => {
  const first = await run(changeOfKeys(keys), [answer(500), { kind: 'lost' }])
  expect(first.interruption).toEqual({ kind: 'lost' })
  const second = await run(first.progress, [answer(500), answer(200)])
  expect(second.sent[0]).toEqual(first.sent[1])
  expect(second.progress.changed).toBe(1_200)
})

test('counts keys that a repeated deletion no longer finds as deleted', async () => {
  const { progress } = await run(changeOfKeys(['a', 'b']), [answer(1, { unchanged: [missing('a')] })], true)
  expect(progress).toMatchObject({ changed: 2, unchanged: [] })
})

test('follows the cursors of all that match, and stops between two requests', async () => {
  const { sent, progress } = await run(changeOfMatching(7_000), [
    answer(5_000, { next_cursor: 'c' }),
    answer(2_000),
  ])
  expect(sent).toEqual([
    { kind: 'matching', cursor: undefined },
    { kind: 'matching', cursor: 'c' },
  ])
  expect(progress.changed).toBe(7_000)
  const stopped = await runSteps(changeOfMatching(7_000), {
    sendNext: async (progress) => ({ kind: 'done', answer: progress }),
    onProgress: () => {},
    signal: AbortSignal.abort(),
  })
  expect(stopped).toEqual({ kind: 'stopped' })
})
