import { createHash } from 'node:crypto'
import type { KeysChanged } from '@latchkey/management'
import { isRefusal, type Refusal } from '../core/refusal.ts'
import type { RequestProgress } from './change-many.ts'
import type { RequestStorage } from './request-storage.ts'

type Answer = KeysChanged | Refusal

/**
 * Remembers the latest requests that a client may repeat because the connection broke, in the
 * database: it may repeat them at another node. After such a request another number of keys matches
 * its filter, so that running it again would be refused. One that was accepted, and not answered,
 * goes on where it was. Refusals are not remembered: they changed nothing.
 */
export function createRepeatedRequests(
  storage: Pick<RequestStorage, 'findRequest' | 'acceptRequest' | 'answerRequest'>,
) {
  const running = new Map<string, Promise<Answer>>()

  const runOnce = async (
    projectId: string,
    name: string,
    run: (progress: RequestProgress) => Promise<Answer>,
  ): Promise<Answer> => {
    const before = await storage.findRequest(name)
    if (before !== undefined && before.answer !== '') return JSON.parse(before.answer) as KeysChanged
    const answer = await run({
      newest: before?.newest,
      accept: (newest) => storage.acceptRequest(projectId, name, newest),
    })
    // The keys are changed, whether the answer can be stored or not.
    if (!isRefusal(answer)) await storage.answerRequest(name, JSON.stringify(answer)).catch(() => undefined)
    return answer
  }

  return (
    projectId: string,
    request: readonly unknown[],
    run: (progress: RequestProgress) => Promise<Answer>,
  ): Promise<Answer> => {
    const name = createHash('sha256')
      .update(JSON.stringify([projectId, ...request]))
      .digest('base64')
    const known = running.get(name)
    if (known !== undefined) return known
    const answer = runOnce(projectId, name, run).finally(() => running.delete(name))
    running.set(name, answer)
    return answer
  }
}
