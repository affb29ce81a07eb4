import { beforeEach, expect, test } from 'vitest'
import { createFairQueue, type QueuedWork } from './fair-queue.ts'

interface TestWork extends QueuedWork {
  readonly name: string
}

let begun: string[]
let ends: Map<string, () => void>
beforeEach(() => {
  begun = []
  ends = new Map()
})

const queueOf = (workers: number) =>
  createFairQueue<TestWork>(workers, ({ name }) => {
    begun.push(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.set(name, resolve)
    return promise
  })

/** Each work has a different script. */
const work = (name: string, changes: Partial<TestWork> = {}): TestWork => ({
  name,
  accountId: name.charAt(0),
  scriptId: name,
  isSmall: false,
  ...changes,
})

async function end(name: string, next: readonly string[]): Promise<void> {
  begun = []
  ends.get(name)?.()
  await expect.poll(() => begun).toEqual(next)
}

test('accounts take turns, however much each of them has', async () => {
  const queue = queueOf(2)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) queue.add(work(name))
  expect(begun).toEqual(['a1'])
  // The work of a new account waits for one turn of each other account.
  await end('a1', ['a2'])
  await end('a2', ['b1'])
  await end('b1', ['c1'])
  await end('c1', ['a3'])
  queue.add(work('c2'))
  await end('a3', ['b2'])
  await end('b2', ['a4'])
  await end('a4', ['c2'])
})

test('large work leaves a worker to small work, which may take all of them', () => {
  const queue = queueOf(3)
  for (const name of ['a1', 'a2', 'a3']) queue.add(work(name))
  expect(begun).toEqual(['a1', 'a2'])
  queue.add(work('b1', { isSmall: true }))
  queue.add(work('c1', { isSmall: true }))
  expect(begun).toEqual(['a1', 'a2', 'b1'])

  begun = []
  const other = queueOf(3)
  for (const name of ['a1', 'a2', 'a3', 'a4']) other.add(work(name, { isSmall: true }))
  expect(begun).toEqual(['a1', 'a2', 'a3'])
})

test('work of one script is done in its order, also when the later one is small', async () => {
  const queue = queueOf(3)
  const scriptId = 'script'
  queue.add(work('b1'))
  queue.add(work('b2'))
  queue.add(work('a1', { scriptId }))
  queue.add(work('a2', { scriptId, isSmall: true }))
  expect(begun).toEqual(['b1', 'b2'])
  await end('b1', ['a1'])
  await end('b2', [])
  await end('a1', ['a2'])
})

test('work that has not begun can be removed, and never begins', async () => {
  const queue = queueOf(2)
  for (const name of ['a1', 'a2', 'b1']) queue.add(work(name))
  expect(queue.drain().map(({ name }) => name)).toEqual(['a2', 'b1'])
  await end('a1', [])
  queue.add(work('c1'))
  expect(begun).toEqual(['c1'])
})
