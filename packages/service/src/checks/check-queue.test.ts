import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createGroupQueue, type GroupQueueSettings } from './check-queue.ts'

/** A queue whose groups wait until the test releases them. */
function heldQueue(settings?: GroupQueueSettings) {
  const groups: (readonly number[])[] = []
  const releases: (() => void)[] = []
  const queue = createGroupQueue<number, string>(async (items) => {
    groups.push(items)
    await new Promise<void>((resolve) => releases.push(resolve))
    return items.map((item) => `answer ${item}`)
  }, settings)
  return { queue, groups, release: () => releases.shift()?.() }
}

describe('a queue of groups', () => {
  test('sends a lone item off in the same turn of the event loop', async () => {
    const { queue, groups, release } = heldQueue()
    const answer = queue.submit(1)
    expect(groups).toEqual([])
    await nextTurn()
    expect(groups).toEqual([[1]])
    release()
    expect(await answer).toBe('answer 1')
  })

  test('puts everything of one turn into one group, and of the next ones while each brings more', async () => {
    const { queue, groups, release } = heldQueue()
    const answers = [queue.submit(1), queue.submit(2)]
    await nextTurn()
    expect(groups).toEqual([])
    answers.push(queue.submit(3))
    await nextTurn()
    expect(groups).toEqual([])
    await nextTurn()
    expect(groups).toEqual([[1, 2, 3]])
    release()
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2', 'answer 3'])
  })

  test('gathers for no longer than two milliseconds, however much comes', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { queue, groups, release } = heldQueue()
    const answers = [queue.submit(1), queue.submit(2)]
    await nextTurn()
    answers.push(queue.submit(3))
    vi.advanceTimersByTime(2)
    await nextTurn()
    expect(groups).toEqual([[1, 2, 3]])
    release()
    await Promise.all(answers)
  })

  test('gathers what comes while a group is under way, and sends it next', async () => {
    const { queue, groups, release } = heldQueue()
    const first = queue.submit(1)
    await nextTurn()
    const later = Promise.all([queue.submit(2), queue.submit(3)])
    await nextTurn()
    expect(groups).toEqual([[1]])
    release()
    await first
    await nextTurn()
    expect(groups).toEqual([[1], [2, 3]])
    release()
    expect(await later).toEqual(['answer 2', 'answer 3'])
  })

  test('lets another group begin beside a slow one, and no more than there may be at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { queue, groups, release } = heldQueue({ groupsAtOnce: 2 })
    const answers = [queue.submit(1)]
    await nextTurn()
    answers.push(queue.submit(2), queue.submit(3))
    await nextTurn()
    expect(groups).toEqual([[1]])
    vi.advanceTimersByTime(1_000)
    await nextTurn()
    expect(groups).toEqual([[1], [2, 3]])
    answers.push(queue.submit(4))
    vi.advanceTimersByTime(1_000)
    await nextTurn()
    expect(groups).toEqual([[1], [2, 3]])
    release()
    await answers[0]
    await nextTurn()
    expect(groups).toEqual([[1], [2, 3], [4]])
    release()
    release()
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4'])
  })

  test('fails a whole group with its error, and goes on with the next', async () => {
    let fault: Error | undefined = new Error('no disk')
    const queue = createGroupQueue<number, number>(async (items) => {
      if (fault) throw fault
      return items
    })
    const results = await Promise.allSettled([queue.submit(1), queue.submit(2)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fault = undefined
    expect(await queue.submit(3)).toBe(3)
  })
})
